#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// One way in which one strategy broke one guarantee, in however many cells: those of one
/// fingerprint. In a record without fingerprints it is one per scenario.
struct DistinctViolation {
    std::string scenario;  ///< of `cell`, as is the file
    std::string file;
    std::string strategy;
    std::string guarantee;
    const CellResult* cell =
        nullptr;  ///< where the counterexample with the fewest faults and steps is
    const GuaranteeResult* result = nullptr;  ///< its sentence and token
    std::vector<const CellResult*> cells;     ///< all that show it, in plan order
    bool expected = true;                     ///< every cell expects it
};

/// In plan order; the pointers live as long as the record.
std::vector<DistinctViolation> distinct_violations(const RunRecord& record);

/// Where it shows: "at ttl=2s; shown at 3 sweep points", "shown in 12 cells of lease, lost-reply".
/// Empty for the only cell of a scenario without a sweep.
std::string where_text(const DistinctViolation& violation);

/// One block per distinct violation: what broke, the sentence, the command that replays it.
/// Unexpected ones come first; expected ones follow if `with_expected`. After them the missed
/// controls, what stayed inconclusive and the cells that could not be run. Empty if there is
/// nothing to say.
std::string violation_blocks(const RunRecord& record, const TextStyle& style, bool with_expected);

}  // namespace onceproof::reports
