#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/scenario.hpp"
#include "model/world/operation.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// How often one `[[fault]]` was offered to the explorer, and how often it was taken.
struct RuleCount {
    std::uint64_t offered = 0;
    std::uint64_t struck = 0;
};

/// What a search can say of the faults that its scenario allows.
struct Coverage {
    /// False: there are faults, and none of them can strike anything that the strategy calls, so
    /// the cell says nothing of the failure that the scenario is about.
    bool applies = true;
    /// Kinds of faults that could strike and never did, and where; empty: the search is not
    /// vacuous.
    std::string idle;
};

/// The targets that the strategy's handlers, and the effect, call in this scenario.
std::vector<world::Target> targets_of(const Scenario& scenario, const StrategyUse& use);

/// Counts of the scenario's faults, one for each in its order, with what else they are judged by.
std::vector<reports::FaultCount> fault_counts(
    const Scenario& scenario, const StrategyUse& use, std::span<const RuleCount> counts
);

/// Judges the counts of a scenario's faults.
///
/// A fault at a store that the strategy does not have is no gap: it never strikes the strategy on
/// real servers either. A kind of fault that could strike at a store that it has, and never did,
/// leaves a proof that speaks of less than the scenario says. Several faults of one kind stand for
/// each other: which operations a strategy makes depends on its options.
Coverage coverage_of(std::span<const reports::FaultCount> faults);

}  // namespace onceproof::harness
