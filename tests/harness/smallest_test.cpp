#include "harness/smallest.hpp"

#include "model/explore/exhaustive.hpp"
#include "model/explore/token.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

TEST_CASE("smallest: the token holds the minimal run and the cell's identity", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const explore::ExhaustiveResult searched =
        explore::exhaustive(world, {.fault_budget = 1, .guarantees = {1}});
    REQUIRE(searched.violations.size() == 1);
    const CellIdentity identity = identity_of(scenario, scenario.strategies.front());
    const Smallest small = smallest(world, searched.violations.front(), identity, {});
    const explore::Token token = *explore::decode(small.token).token;
    CHECK(token.cell == identity.cell);
    CHECK(token.content == identity.content);
    CHECK(token.guarantee == 1);
    CHECK(token.deviations == small.minimal.deviations);
    CHECK(token.deviations.size() == 1);
    CHECK(small.minimal.fewest_proved);
    CHECK(small.token == result_of(run(scenario), "single_effect").token);
}

TEST_CASE("smallest: limits end at their deadline, or when the caller says so", "[harness]") {
    const auto now = std::chrono::steady_clock::now();
    const auto later = now + std::chrono::hours(1);
    Scenario scenario;
    scenario.states_max = 7;
    scenario.memory_max = {1'000};
    CHECK(limits_until(now, scenario, {}).states_max == 7);
    CHECK(limits_until(now, scenario, {}).memory_max == 1'000);
    CHECK(limits_until(now, scenario, {}).should_stop());
    CHECK_FALSE(limits_until(later, scenario, {}).should_stop());
    CHECK(limits_until(later, scenario, [] { return true; }).should_stop());
}

}  // namespace onceproof::harness
