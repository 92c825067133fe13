#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/scenario.hpp"
#include "harness/smallest.hpp"
#include "model/explore/token.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// The strategy that `name` means in the scenario: its label, or its plain name where that is used
/// once. Otherwise what is wrong with the name, with a hint.
std::variant<const StrategyUse*, std::string> find_use(
    const Scenario& scenario, const std::string& name
);

/// What the faults of a recorded run do to a strategy.
struct SameFaults {
    /// `exhausted`: it survives, the recorded guarantee holds wherever the faults strike; `found`:
    /// `smallest` breaks it; otherwise the limit that was hit.
    explore::Ending ending = explore::Ending::exhausted;
    std::vector<std::string> faults;  ///< names, each as often as it struck in the recorded run
    std::vector<std::string> idle;    ///< kinds of them that have nothing to strike
    std::uint64_t states = 0;         ///< seen with all of the faults
    std::optional<Smallest> smallest;
};

/// Searches `world`, which is the scenario with `use`, for a run that breaks the token's guarantee
/// by at most as many faults of each kind as the token's run has, among `states_max` states at
/// most. Empty: a fault of the token is no longer one of the scenario's.
std::optional<SameFaults> search_same_faults(
    world::World& world,
    const Scenario& scenario,
    const StrategyUse& use,
    const explore::Token& token,
    std::uint64_t states_max
);

}  // namespace onceproof::harness
