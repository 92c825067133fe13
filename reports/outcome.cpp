#include "reports/outcome.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {

namespace {

/// How many there are of what a run is judged by.
struct Tally {
    std::size_t unexpected = 0;
    std::size_t known = 0;
    std::size_t missed = 0;
    std::size_t inconclusive = 0;
    std::size_t errors = 0;
    std::size_t diverged = 0;
    std::size_t restless = 0;
    bool unchecked = false;  ///< determinism was not checked to the end

    [[nodiscard]] bool clean() const {
        return unexpected == 0 && missed == 0 && inconclusive == 0 && errors == 0 &&
               restless == 0 && diverged == 0 && !unchecked;
    }
};

Tally tally_of(const RunRecord& record) {
    Tally tally;
    for (const DistinctViolation& violation : distinct_violations(record)) {
        ++(violation.expected ? tally.known : tally.unexpected);
    }
    for (const CellResult& cell : record.cells) {
        tally.diverged += static_cast<std::size_t>(
            std::ranges::count(cell.regress, Replayed::diverged, &RegressResult::replayed)
        );
        tally.missed += marks_of(cell).missed_control ? 1 : 0;
        tally.errors += cell.error.empty() ? 0 : 1;
        tally.inconclusive += cell.error.empty() && cell.verdict() == Verdict::inconclusive ? 1 : 0;
    }
    tally.restless = record.determinism.differences.size();
    tally.unchecked = !record.determinism.trouble.empty();
    return tally;
}

bool is_complete(const RunRecord& record) {
    return !record.interrupted && record.missing.empty() &&
           record.cells.size() == record.cells_planned;
}

}  // namespace

bool meets_expectations(const RunRecord& record) {
    return is_complete(record) && tally_of(record).clean();
}

std::string outcome(const RunRecord& record) {
    const Tally tally = tally_of(record);
    std::string text = "Not every expectation is met";
    if (tally.clean()) {
        text = is_complete(record) ? "Every expectation is met" : "Every expectation is met so far";
    }
    std::string sep = ": ";
    const auto tell = [&](std::size_t count, std::string_view thing, std::string_view rest) {
        if (count == 0) return;
        text += sep + counted(count, thing) + std::string(rest);
        sep = ", ";
    };
    tell(
        tally.restless,
        "cell",
        tally.restless == 1 ? " that is not deterministic" : " that are not deterministic"
    );
    tell(tally.diverged, "recorded failure", " that diverged");
    if (tally.unchecked) {
        text += sep + "determinism not checked to the end";
        sep = ", ";
    }
    tell(tally.unexpected, "unexpected violation", "");
    tell(tally.missed, "cell", " where an expected violation was not found");
    tell(tally.inconclusive, "inconclusive cell", "");
    tell(tally.errors, "cell", " that could not be run");
    tell(tally.known, "known violation", " found again");
    text += fmt::format(
        ". {} of {} cells, {:.1f} s", record.cells.size(), record.cells_planned, record.seconds
    );
    text += record.interrupted ? ", interrupted." : ".";
    if (!record.missing.empty()) text += " PARTIAL: " + join(record.missing, "; ") + ".";
    return text;
}

}  // namespace onceproof::reports
