#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/coverage.hpp"
#include "harness/scenario.hpp"
#include "harness/stage.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// What to search for in a world, and how far.
struct SearchRequest {
    std::span<const std::uint8_t> guarantees;  ///< the search may end when all of them are broken
    CellIdentity identity;   ///< which of the scenario's recorded tokens are this cell's
    std::uint64_t seed = 0;  ///< root seed of walks; each cell has its own by it
    explore::Limits limits;
};

/// What a search came to, in words that all explorers share.
struct Searched {
    explore::Ending ending = explore::Ending::exhausted;
    std::vector<explore::Found> found;  ///< one for each broken guarantee; recorded ones first
    std::vector<RuleCount> faults;      ///< one for each `[[fault]]`, in the scenario's order
    std::uint64_t states = 0;           ///< exhaustive: of the largest budget
    std::uint64_t transitions = 0;      ///< over all budgets, or walks
    std::uint64_t cases = 0;            ///< walks
    std::string bound;                  ///< pct: what the walks promise; empty: nothing
    std::string bad_token;              ///< a recorded token that cannot be read: why; empty: none
};

/// Replays the failures that the scenario records (`[[regress]]`) for this cell, then searches as
/// it says: exhaustively, budget by budget, or by random walks, with or without priorities.
Searched search(world::World& world, const Scenario& scenario, const SearchRequest& request);

}  // namespace onceproof::harness
