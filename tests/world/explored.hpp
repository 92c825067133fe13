#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {

/// What an exhaustive search of a small world came to.
struct Explored {
    std::string size;                 ///< "30 states, 43 transitions", over all budgets
    std::vector<std::string> broken;  ///< "single_effect: 2 effects …", the first of each guarantee
};

inline explore::ExhaustiveResult explore_by(
    const Config& config, std::size_t fault_budget, RestoreBy restore_by
) {
    World world(config, restore_by);
    explore::ExhaustiveRequest request{
        .fault_budget = fault_budget, .guarantees = {}, .limits = {}};
    request.limits.states_max = 50'000;
    return explore::exhaustive(world, request);
}

/// Searches it to the end, once with snapshots and once by replay, which must see the same.
inline Explored explored(Config config, const Strategy& strategy, std::size_t fault_budget) {
    config.strategy = &strategy;
    const auto result = explore_by(config, fault_budget, RestoreBy::snapshot);
    const auto again = explore_by(config, fault_budget, RestoreBy::replay);
    CHECK(result.ending == explore::Ending::exhausted);
    REQUIRE(result.budgets.size() == again.budgets.size());
    Explored explored;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    for (std::size_t i = 0; i < result.budgets.size(); ++i) {
        CHECK(result.budgets[i].states == again.budgets[i].states);
        CHECK(result.budgets[i].transitions == again.budgets[i].transitions);
        states += result.budgets[i].states;
        transitions += result.budgets[i].transitions;
    }
    CHECK(result.outcomes == again.outcomes);
    REQUIRE(result.violations.size() == again.violations.size());
    for (std::size_t i = 0; i < result.violations.size(); ++i) {
        const explore::Violation& violation = result.violations[i].violation;
        CHECK(violation == again.violations[i].violation);
        const auto& info = guarantee::all[violation.guarantee - 1U];
        explored.broken.push_back(std::string(info.name) + ": " + violation.text);
    }
    explored.size =
        std::to_string(states) + " states, " + std::to_string(transitions) + " transitions";
    return explored;
}

}  // namespace onceproof::world
