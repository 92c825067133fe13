#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// A guarantee in a cell whose verdict two runs can be compared by. The pointers live as long as
/// the records.
struct ComparedResult {
    const CellResult* cell = nullptr;         ///< of the new run
    const GuaranteeResult* result = nullptr;  ///< of the new run
    const GuaranteeResult* base = nullptr;    ///< null: the base run did not have it
};

/// One strategy in two runs.
struct StrategyChange {
    std::string strategy;
    std::size_t scenarios = 0;  ///< of the new run
    std::size_t survived = 0;   ///< in which it broke nothing, as far as that was decided
    std::size_t appeared = 0;   ///< violations
    std::size_t fixed = 0;
    std::size_t still = 0;
};

/// What became of the verdicts from one run to another.
struct Comparison {
    std::vector<StrategyChange> strategies;  ///< in the new run's order
    std::vector<ComparedResult> appeared;    ///< violated now, and not before
    std::vector<ComparedResult> fixed;       ///< violated before, proved or held now
    std::vector<ComparedResult> still;       ///< violated in both
    std::vector<ComparedResult> undecided;   ///< violated, proved or held before, open now
    std::size_t only_base = 0;               ///< cells that the new run does not have
    std::size_t only_now = 0;                ///< cells that the base run does not have
};

/// Compares guarantee by guarantee; cells are the same by scenario, strategy and sweep point.
Comparison compare(const RunRecord& base, const RunRecord& now);

}  // namespace onceproof::reports
