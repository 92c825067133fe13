#pragma once

#include "harness/cell.hpp"
#include "harness/real/chaos.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// A cell's run on real servers as a record keeps it, with mode "real". Verdicts: violated, held;
/// inconclusive where it could not be judged, not applicable where it cannot be here. Chance has no
/// duty to find what is expected to break: such a cell is as expected, and its text says that
/// nothing was found. What broke only beyond the scenario's bound breaks no expectation that it is
/// safe, and is told.
reports::CellResult record_of(const Cell& cell, const ChaosResult& result);

}  // namespace onceproof::harness
