#include "reports/outcome.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "reports/grid.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {

std::string outcome(const RunRecord& record) {
    const std::vector<DistinctViolation> violations = distinct_violations(record);
    const auto unexpected = std::ranges::count(violations, false, &DistinctViolation::expected);
    std::size_t missed = 0;
    std::size_t inconclusive = 0;
    std::size_t errors = 0;
    for (const CellResult& cell : record.cells) {
        missed += marks_of(cell).missed_control ? 1 : 0;
        errors += cell.error.empty() ? 0 : 1;
        inconclusive += cell.error.empty() && cell.verdict() == Verdict::inconclusive ? 1 : 0;
    }
    const bool complete = !record.interrupted && record.cells.size() == record.cells_planned;
    const bool clean = unexpected == 0 && missed == 0 && inconclusive == 0 && errors == 0;
    std::string text =
        clean && complete ? "Every expectation is met" : "Not every expectation is met";
    if (clean && !complete) text = "Every expectation is met so far";
    text += fmt::format(
        ": {} unexpected violations, {} known ones found, {} cells where an expected one was not "
        "found, "
        "{} inconclusive, {} that could not be run. {} of {} cells, {:.1f} s",
        unexpected,
        static_cast<std::ptrdiff_t>(violations.size()) - unexpected,
        missed,
        inconclusive,
        errors,
        record.cells.size(),
        record.cells_planned,
        record.seconds
    );
    return text + (record.interrupted ? ", interrupted.\n" : ".\n");
}

}  // namespace onceproof::reports
