#include "reports/rates.hpp"

#include <fmt/format.h>

#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

std::string percents(double share) {
    const double percent = share * 100;
    return percent >= 1 ? fmt::format("{:.2f}", percent) : fmt::format("{:.2g}", percent);
}

/// Calls `visit(cell, name, rate, broken)` for each broken guarantee of a timed cell, and once for
/// a cell in which none is.
template <class Visit>
void for_each_rate(const RunRecord& record, Visit visit) {
    for (const CellResult& cell : record.cells) {
        const GuaranteeResult* safe = nullptr;
        bool broken = false;
        for (const GuaranteeResult& result : cell.guarantees) {
            if (!result.rate.has_value()) continue;
            if (result.rate->violations > 0) {
                broken = true;
                visit(cell, result.guarantee, *result.rate);
            } else if (result.verdict == Verdict::held) {
                safe = &result;
            }
        }
        if (!broken && safe != nullptr) visit(cell, "every guarantee", *safe->rate);
    }
}

}  // namespace

std::string percent_text(double share) {
    return percents(share) + " %";
}

std::string rate_text(const Rate& rate) {
    if (rate.violations == 0) {
        return fmt::format("{} cases; rate below {} at 95 %", rate.cases, percent_text(rate.high));
    }
    return fmt::format(
        "{} of {} cases (95 %: {} to {})",
        percent_text(rate.rate()),
        rate.cases,
        percents(rate.low),
        percent_text(rate.high)
    );
}

std::string rate_lines(const RunRecord& record, const TextStyle& style) {
    std::string text;
    for_each_rate(
        record,
        [&](const CellResult& cell, const std::string& guarantee, const Rate& rate) {
            const std::string what = rate.violations == 0
                                         ? "held (" + rate_text(rate) + ")"
                                         : guarantee + " broken in " + rate_text(rate);
            const auto lines = wrapped(cell_name(cell) + ": " + what, style.width - 2);
            for (const std::string& line : lines) {
                text += (&line == lines.data() ? "" : "  ") + line + "\n";
            }
        }
    );
    return text;
}

std::string rate_section(const RunRecord& record) {
    std::string text;
    for_each_rate(
        record,
        [&](const CellResult& cell, const std::string& guarantee, const Rate& rate) {
            const std::string point = point_text(cell.point);
            text += fmt::format(
                "| {}{} | {} | {} | {} | {} | {} |\n",
                code(cell.scenario),
                point.empty() ? "" : ", " + code(point),
                code(cell.strategy),
                guarantee == "every guarantee" ? guarantee : code(guarantee),
                rate.cases,
                rate.violations,
                rate.violations == 0 ? "below " + percent_text(rate.high)
                                     : fmt::format(
                                           "{} ({} to {})",
                                           percent_text(rate.rate()),
                                           percents(rate.low),
                                           percent_text(rate.high)
                                       )
            );
        }
    );
    if (text.empty()) return text;
    return "\n## Rates\n\nHow often a guarantee broke in timed order, where calls take their time "
           "and faults strike with their rates; with a confidence of 95 %.\n\n"
           "| scenario | strategy | guarantee | cases | broken in | rate "
           "|\n|---|---|---|---|---|---|\n" +
           text;
}

}  // namespace onceproof::reports
