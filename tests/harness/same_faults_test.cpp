#include "harness/same_faults.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// One crash; the effect is in the database, so that only the baseline makes it twice.
Scenario crashes() {
    Scenario scenario = scenario_with(
        "no-guard",
        "workload.callers = 1\nworkload.effect = \"in-transaction\"\nsettle.retries = []\n"
        "guarantees.check = [\"single_effect\"]\nfaults.budget = 1\n"
        "[[fault]]\nkind = \"crash-before\"\n[[fault]]\nkind = \"crash-after\"\n"
    );
    scenario.strategies.push_back({.name = "dedup-table", .preset = "published", .options = {}});
    scenario.strategies.push_back({.name = "dedup-table", .preset = "hardened", .options = {}});
    return scenario;
}

explore::Token token_of(const Scenario& scenario) {
    return *explore::decode(result_of(run(scenario), "single_effect").token).token;
}

SameFaults searched(const Scenario& scenario, std::size_t use, const explore::Token& token) {
    const Stage stage(scenario, scenario.strategies[use]);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const auto same =
        search_same_faults(world, scenario, scenario.strategies[use], token, scenario.states_max);
    REQUIRE(same.has_value());
    return *same;
}

std::string complaint(const Scenario& scenario, const std::string& name) {
    return std::get<std::string>(find_use(scenario, name));
}

}  // namespace

TEST_CASE("same faults: what the baseline broke by, the table survives", "[harness]") {
    const Scenario scenario = crashes();
    const explore::Token token = token_of(scenario);
    const SameFaults same = searched(scenario, 1, token);
    CHECK(same.ending == explore::Ending::exhausted);
    CHECK(same.faults == std::vector<std::string>{"crash-after"});
    CHECK(same.idle.empty());
    CHECK(same.states > 20);
    CHECK_FALSE(same.smallest.has_value());
}

TEST_CASE("same faults: on its own strategy a token comes out again", "[harness]") {
    const Scenario scenario = crashes();
    const explore::Token token = token_of(scenario);
    const SameFaults same = searched(scenario, 0, token);
    CHECK(same.ending == explore::Ending::found);
    REQUIRE(same.smallest.has_value());
    const explore::Token found = *explore::decode(same.smallest->token).token;
    CHECK(found.cell == token.cell);
    CHECK(found.deviations.size() == token.deviations.size());
}

TEST_CASE("same faults: a kind that can strike nothing is told", "[harness]") {
    Scenario scenario = crashes();
    scenario.faults[1].at = "kv";
    explore::Token token = token_of(crashes());
    const SameFaults same = searched(scenario, 0, token);
    CHECK(same.ending == explore::Ending::exhausted);
    CHECK(same.idle == std::vector<std::string>{"crash-after"});
}

TEST_CASE("same faults: a fault that the scenario has no more is no script", "[harness]") {
    Scenario scenario = crashes();
    const explore::Token token = token_of(scenario);
    scenario.faults.pop_back();
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    CHECK_FALSE(
        search_same_faults(world, scenario, scenario.strategies.front(), token, scenario.states_max)
    );
}

TEST_CASE("find use: a label, or a plain name that is used once", "[harness]") {
    const Scenario scenario = crashes();
    const auto label = find_use(scenario, "dedup-table/hardened");
    CHECK(std::get<const StrategyUse*>(label) == &scenario.strategies[2]);
    const auto plain = find_use(scenario, "no-guard");
    CHECK(std::get<const StrategyUse*>(plain) == &scenario.strategies[0]);
}

TEST_CASE("find use: what is wrong with another name, and what was meant", "[harness]") {
    const Scenario scenario = crashes();
    const std::string baseline = scenario.strategies[0].label();
    const std::string uses =
        "; it uses: " + baseline + ", dedup-table/published, dedup-table/hardened";
    CHECK(
        complaint(scenario, "dedup-table") ==
        "strategy \"dedup-table\" is used with several presets; name one: "
        "dedup-table/published or dedup-table/hardened"
    );
    CHECK(
        complaint(scenario, "dedup-table/hardned") ==
        "unknown strategy \"dedup-table/hardned\"; did you mean \"dedup-table/hardened\"?"
    );
    CHECK(
        complaint(scenario, "two-level/hardened") ==
        "s does not use strategy \"two-level/hardened\"" + uses
    );
}

}  // namespace onceproof::harness
