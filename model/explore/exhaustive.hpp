#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

class Team;

/// What to search.
struct ExhaustiveRequest {
    std::size_t fault_budget = 0;  ///< searched are the budgets 0, 1, … up to this one

    /// The search ends early when all of these are broken; empty: it never ends early.
    std::vector<std::uint8_t> guarantees = {};
    Limits limits = {};

    /// Threads that may help. `Limits::should_stop` is then asked by all of them.
    Team* team = nullptr;
};

/// What one fault budget held.
struct BudgetCounts {
    std::size_t fault_budget = 0;
    std::uint64_t states = 0;       ///< different fingerprints, the initial state with them
    std::uint64_t transitions = 0;  ///< every option of every state, once
    std::uint64_t ends = 0;         ///< states with nothing enabled
    std::size_t depth_max =
        0;  ///< longest path the search stood on, in steps; depends on the option order
    Ending ending = Ending::exhausted;
};

/// How often an option with each outcome code was taken; [0] counts those without a fault.
using OutcomeCounts = std::array<std::uint64_t, 256>;

struct ExhaustiveResult {
    Ending ending = Ending::exhausted;
    std::vector<BudgetCounts>
        budgets;  ///< in order; the last one is unfinished unless `ending` is exhausted

    /// For each broken guarantee the first violation found, at the smallest budget that breaks it,
    /// in the order of finding. Depth first: the schedules are far from short.
    std::vector<Found> violations;

    /// Over all budgets. A fault of the scenario that counts 0 here never struck: the search says
    /// nothing of it.
    OutcomeCounts outcomes{};
};

/// Searches every state of `system` within the fault budget, depth first, remembering states.
///
/// A violation belongs to the transition that broke the guarantee; the state behind it is searched
/// like any other. Blocks until the end; leaves `system` in any state.
///
/// With a team the result is the same, whoever helps: each state is looked at by the thread that
/// sees it first, and a budget in which a guarantee breaks is searched once more by one thread, up
/// to the violations. Only a search that ends at a limit has seen another part of the space, and
/// `depth_max` depends on the order as always. Throws what `system` or a helper's system throws,
/// and NotRepeatable if a helper's system behaves otherwise.
[[nodiscard]] ExhaustiveResult exhaustive(
    TransitionSystem& system, const ExhaustiveRequest& request
);

}  // namespace onceproof::explore
