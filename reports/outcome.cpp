#include "reports/outcome.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {

std::string outcome(const RunRecord& record) {
    const std::vector<DistinctViolation> violations = distinct_violations(record);
    const auto unexpected = std::ranges::count(violations, false, &DistinctViolation::expected);
    std::size_t missed = 0;
    std::size_t inconclusive = 0;
    std::size_t errors = 0;
    std::size_t diverged = 0;
    for (const CellResult& cell : record.cells) {
        diverged += static_cast<std::size_t>(
            std::ranges::count(cell.regress, Replayed::diverged, &RegressResult::replayed)
        );
        missed += marks_of(cell).missed_control ? 1 : 0;
        errors += cell.error.empty() ? 0 : 1;
        inconclusive += cell.error.empty() && cell.verdict() == Verdict::inconclusive ? 1 : 0;
    }
    const bool complete = !record.interrupted && record.cells.size() == record.cells_planned;
    const std::size_t restless = record.determinism.differences.size();
    const bool clean = unexpected == 0 && missed == 0 && inconclusive == 0 && errors == 0 &&
                       restless == 0 && diverged == 0 && record.determinism.trouble.empty();
    std::string text =
        clean && complete ? "Every expectation is met" : "Not every expectation is met";
    if (clean && !complete) text = "Every expectation is met so far";
    const auto known = violations.size() - static_cast<std::size_t>(unexpected);
    std::string sep = ": ";
    const auto tell = [&](std::size_t count, std::string_view thing, std::string_view rest) {
        if (count == 0) return;
        text += sep + counted(count, thing) + std::string(rest);
        sep = ", ";
    };
    tell(restless, "cell", " that is not deterministic");
    tell(diverged, "recorded failure", " that diverged");
    if (!record.determinism.trouble.empty()) {
        text += sep + "determinism not checked to the end";
        sep = ", ";
    }
    tell(static_cast<std::size_t>(unexpected), "unexpected violation", "");
    tell(missed, "cell", " where an expected violation was not found");
    tell(inconclusive, "inconclusive cell", "");
    tell(errors, "cell", " that could not be run");
    tell(known, "known violation", " found again");
    text += fmt::format(
        ". {} of {} cells, {:.1f} s", record.cells.size(), record.cells_planned, record.seconds
    );
    return text + (record.interrupted ? ", interrupted." : ".");
}

}  // namespace onceproof::reports
