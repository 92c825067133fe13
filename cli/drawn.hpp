#pragma once

#include <span>
#include <vector>

#include "harness/cell.hpp"
#include "reports/record.hpp"

namespace onceproof::cli {

/// Draws the smallest counterexample of every distinct violation of the record, on its number of
/// threads; `cells` is the plan that it comes from. After an interrupt they are drawn without what
/// takes long.
std::vector<reports::Counterexample> draw_counterexamples(
    const reports::RunRecord& record, std::span<const harness::Cell> cells
);

}  // namespace onceproof::cli
