#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/case_range.hpp"
#include "harness/coverage.hpp"
#include "harness/scenario.hpp"
#include "harness/stage.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/portion.hpp"
#include "model/explore/replay.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/team.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

class SpareThreads;

/// What to search for in a world, and how far.
struct SearchRequest {
    std::span<const std::uint8_t> guarantees;  ///< the search may end when all of them are broken
    CellIdentity identity;   ///< which of the scenario's recorded tokens are this cell's
    std::uint64_t seed = 0;  ///< root seed of walks; each cell has its own by it
    bool merges = true;  ///< exhaustive: states that differ in which like caller is which are one
    SpareThreads* spare = nullptr;     ///< may help with timed cases
    const StrategyUse* use = nullptr;  ///< whose world it is; needed for that help
    explore::Limits limits;
    explore::Team* team = nullptr;  ///< may help with an exhaustive search
    CaseRange range = {};           ///< walks, timed runs: which
    /// Exhaustive: of the world, what is to be searched, by this thread alone; null: all of it.
    explore::Portion* portion = nullptr;
};

/// What became of a failure that the scenario records.
struct Recorded {
    const Regress* entry = nullptr;
    std::uint8_t guarantee = 0;
    explore::ReplayEnd end = explore::ReplayEnd::not_reproduced;
    std::string text;  ///< the violation's sentence, or where the replay diverged
};

/// A guarantee that a part of a cell broke.
struct FirstBreak {
    std::uint8_t guarantee = 0;       ///< its code
    std::uint64_t first = 0;          ///< number of the first case that broke it; or fault budget
    std::uint64_t transitions = 0;    ///< of all cases, or the budget, up to the step that did
    std::uint64_t cases = 0;          ///< that broke it
    std::uint64_t states = 0;         ///< of the budget up to that step
    std::vector<RuleCount> faults{};  ///< of all cases, or budgets, up to that step
};

/// What a search came to, in words that all explorers share.
struct Searched {
    explore::Ending ending = explore::Ending::exhausted;
    std::vector<explore::Found> found;  ///< one for each broken guarantee; recorded ones first
    std::vector<RuleCount> faults;      ///< one for each `[[fault]]`, in the scenario's order
    std::uint64_t states = 0;           ///< exhaustive: of the largest budget
    bool merged = false;                ///< like callers were merged in these
    std::uint64_t transitions = 0;      ///< over all budgets, or walks
    std::uint64_t cases = 0;            ///< walks, timed runs
    std::vector<explore::BudgetCounts> budgets;  ///< exhaustive: what each held
    std::vector<FirstBreak> broken;              ///< by walks, timed runs and portions
    /// timed: as `World::slowest_recovery`, over all worlds that shared the cases
    std::size_t slowest_recovery = 0;
    std::string bound;               ///< pct: what the walks promise; empty: nothing
    std::vector<Recorded> recorded;  ///< this cell's, in the scenario's order
};

/// Replays the failures that the scenario records (`[[regress]]`) for this cell, then searches as
/// it says (their tokens must be good ones: `check_regress`): exhaustively, budget by budget, by
/// random walks, with or without priorities, or by timed runs. Leaves `world` in whatever order it
/// was last.
Searched search(world::World& world, const Scenario& scenario, const SearchRequest& request);

}  // namespace onceproof::harness
