#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What to look for.
struct FewestRequest {
    std::size_t fault_budget = 0;
    std::uint8_t guarantee = 0;
    Limits limits = {};
};

struct FewestResult {
    /// `found`: no run within the budget breaks the guarantee with fewer deviations; `exhausted`:
    /// none breaks it.
    Ending ending = Ending::exhausted;
    std::optional<Found> found;
    std::size_t deviations = 0;  ///< of the run that was found
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
};

/// Searches for the run with the fewest deviations from the calm one that breaks a guarantee: first
/// the calm run, then every run with one deviation, and so on. Among equals it prefers the fewest
/// steps, as far as states reached twice let it see.
///
/// It sees the same states as `shortest` at worst, and far fewer where few deviations are enough. A
/// state counts once for each calm continuation it has.
[[nodiscard]] FewestResult fewest(TransitionSystem& system, const FewestRequest& request);

}  // namespace onceproof::explore
