#include "reports/rates.hpp"

#include <fmt/format.h>

#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

/// Two, or as many as it takes for two digits of a share that count.
int decimals_of(double share) {
    int decimals = 2;
    for (double percent = share * 100; percent > 0 && percent < 0.1 && decimals < 9; percent *= 10)
        ++decimals;
    return decimals;
}

std::string percents(double share, int decimals) {
    return fmt::format("{:.{}f}", share * 100, decimals);
}

/// "2.46 %" and, with the same decimals, "2.05 to 2.94 %".
struct Percents {
    std::string rate, interval;
};

Percents percents_of(const Rate& rate) {
    const int decimals = decimals_of(rate.low > 0 ? rate.low : rate.rate());
    return {
        percents(rate.rate(), decimals) + " %",
        percents(rate.low, decimals) + " to " + percents(rate.high, decimals) + " %"};
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
    return percents(share, decimals_of(share)) + " %";
}

std::string rate_text(const Rate& rate) {
    if (rate.violations == 0) {
        return fmt::format("{} cases; rate below {} at 95 %", rate.cases, percent_text(rate.high));
    }
    const Percents shown = percents_of(rate);
    return fmt::format("{} of {} cases (95 %: {})", shown.rate, rate.cases, shown.interval);
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
                rate.violations == 0
                    ? "below " + percent_text(rate.high)
                    : percents_of(rate).rate + " (" + percents_of(rate).interval + ")"
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
