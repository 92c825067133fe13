#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// One guarantee that one strategy broke in one scenario, at however many sweep points.
struct DistinctViolation {
    std::string scenario;
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

/// One block per distinct violation: what broke, the sentence, the command that replays it.
/// Unexpected ones come first; expected ones follow if `with_expected`. After them the missed
/// controls, what stayed inconclusive and the cells that could not be run. Empty if there is
/// nothing to say.
std::string violation_blocks(const RunRecord& record, const TextStyle& style, bool with_expected);

}  // namespace onceproof::reports
