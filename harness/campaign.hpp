#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "harness/cell.hpp"
#include "harness/scenario.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// Every cell of the scenarios, in the order of the files, the sweep points and their `use` lists.
std::vector<Cell> plan(std::span<const Scenario> scenarios);

/// Called when a cell has ended, one call at a time, in the order of ending; `index` is its place
/// in the plan.
using OnCell = std::function<void(std::size_t index, const reports::CellResult& result)>;

/// Runs all cells on `jobs` threads (at least 1), each world on one of them; threads that have no
/// cell left help with the searches of others. When
/// `options.should_stop` says so, cells that have not begun are left out. Results are in plan order
/// and do not depend on `jobs`, except those of searches that a limit cuts short.
std::vector<reports::CellResult> run_cells(
    std::span<const Cell> cells,
    std::size_t jobs,
    const SearchOptions& options,
    const OnCell& on_cell
);

}  // namespace onceproof::harness
