#include "reports/csv.hpp"

#include <fmt/format.h>

#include "reports/grid.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {
namespace {

std::string text_field(std::string_view text) {
    std::string shown = visible(text);
    if (!shown.empty() && std::string_view("=+-@").find(shown.front()) != std::string_view::npos) {
        shown.insert(0, 1, '\'');
    }
    if (shown.find_first_of(",\"") == std::string::npos) return shown;
    std::string quoted = "\"";
    for (const char letter : shown) {
        quoted += letter;
        if (letter == '"') quoted += '"';
    }
    return quoted + "\"";
}

std::string cell_fields(const CellResult& cell) {
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},",
        text_field(cell.scenario),
        text_field(cell.strategy),
        text_field(point_text(cell.point)),
        text_field(cell.mode),
        cell.fault_budget,
        cell.states,
        cell.transitions,
        cell.cases,
        cell.seconds
    );
}

std::string result_fields(const GuaranteeResult& result) {
    const bool applies = result.verdict != Verdict::not_applicable;
    std::string text = fmt::format(
        "{},{},{},",
        text_field(result.guarantee),
        applies ? word_of(result.verdict) : "not applicable",
        result.expected ? "yes" : "no"
    );
    // Zeros would look like a counterexample of no length.
    text += result.verdict == Verdict::violated ? fmt::format("{},{},", result.faults, result.steps)
                                                : std::string(",,");
    if (result.rate.has_value()) {
        text += fmt::format("{},{},{},", result.rate->rate(), result.rate->low, result.rate->high);
    } else {
        text += ",,,";
    }
    return text + text_field(result.fingerprint) + "," + text_field(result.token) + "," +
           text_field(result.text) + "\n";
}

}  // namespace

std::string csv(const RunRecord& record) {
    std::string text =
        "scenario,strategy,point,mode,fault_budget,states,transitions,cases,seconds,guarantee,"
        "verdict,expected,faults,steps,rate,rate_low,rate_high,fingerprint,token,text\n";
    for (const CellResult& cell : record.cells) {
        const std::string start = cell_fields(cell);
        if (!cell.error.empty()) {
            text += start + ",error,no,,,,,,,," + text_field(cell.error) + "\n";
        }
        for (const GuaranteeResult& result : cell.guarantees) {
            text += start + result_fields(result);
        }
    }
    return text;
}

}  // namespace onceproof::reports
