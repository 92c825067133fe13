#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What to look for.
struct ShortestRequest {
    std::size_t fault_budget = 0;
    std::optional<std::uint8_t> guarantee = {};  ///< empty: nothing; the whole space is counted
    Limits limits = {};
};

struct ShortestResult {
    /// `found`: `found` is the shortest run; `exhausted`: no run within the budget breaks the
    /// guarantee.
    Ending ending = Ending::exhausted;
    std::optional<Found> found;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t ends = 0;  ///< states with nothing enabled
    std::size_t depth =
        0;  ///< steps from the initial state to the farthest state seen, by the shortest way
};

/// Searches breadth first for the run with the fewest steps that breaks a guarantee; among equally
/// short ones for the first in the order of options. Snapshots are held for two neighbouring depths
/// only.
[[nodiscard]] ShortestResult shortest(TransitionSystem& system, const ShortestRequest& request);

}  // namespace onceproof::explore
