#include "harness/why.hpp"

#include "tests/harness/cause_suite.hpp"

namespace onceproof::harness {

TEST_CASE("why: the probability stands beside every step and ends at 1", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const explore::Token token =
        *explore::decode(result_of(run(scenario), "single_effect").token).token;
    const TracedReplay traced = trace(
        world,
        {.fault_budget = token.fault_budget,
         .deviations = token.deviations,
         .guarantee = token.guarantee}
    );
    const std::vector<double> probability = bug_probability(world, traced, 200);
    REQUIRE(probability.size() == traced.trace.steps.size());
    // Half of the walks are to lose a reply, and there is one place for it.
    CHECK(probability.front() > 0.4);
    CHECK(probability.front() < 0.6);
    CHECK(probability.back() == 1);
    // What follows the lost reply is certain.
    for (std::size_t step = 0; step < probability.size(); ++step) {
        if (traced.trace.steps[step].fault == "reply-lost") {
            CHECK(probability[step] == 1);
            CHECK(probability[step - 1] < 1);
        }
    }
    CHECK(bug_probability(world, traced, 200) == probability);
}

TEST_CASE("why: in timed order continuations have latencies of their own", "[harness]") {
    const Scenario scenario = scenario_with(
        "table-lock/published",
        "workload.attempts = 1\nworkload.starts = [\"0s\", \"1s\"]\n"
        "strategy.table-lock.transaction = \"statements\"\nstrategy.table-lock.ttl = \"500ms\"\n"
        "guarantees.check = [\"single_effect\"]\nsettle.retries = []\n"
        "explore.mode = \"timed\"\nexplore.cases = 500\n"
        "latency.gateway = { dist = \"exponential\", mean = \"250ms\" }\n"
    );
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const explore::Token token =
        *explore::decode(result_of(run(scenario), "single_effect").token).token;
    world.order_by_time(token.case_seed);
    const explore::ReplayRequest request{
        .fault_budget = token.fault_budget,
        .deviations = token.deviations,
        .guarantee = token.guarantee};
    const TracedReplay traced = trace(world, request);
    REQUIRE(traced.result.end == explore::ReplayEnd::reproduced);
    const std::vector<double> probability = bug_probability(world, traced, 2000);
    // When the first click has arrived, its charge takes more than 1 s with e^-4 = 0.018.
    CHECK(probability.front() > 0.01);
    CHECK(probability.front() < 0.03);
    CHECK(probability.back() == 1);
    // The world still draws as the token says.
    CHECK(trace(world, request).result.schedule == traced.result.schedule);
}

TEST_CASE("why: each fault of a violation is needed (three scenarios of the suite)", "[harness]") {
    const std::size_t faults = check_causes_in(
        {"scenarios/crash-anywhere.toml",
         "scenarios/unlock-race.toml",
         "scenarios/lock-expires-in-handler.toml"}
    );
    CHECK(faults > 5);
}

TEST_CASE("why: sentences say which faults are needed, and what is open", "[harness]") {
    using enum explore::Ending;
    const Scenario scenario = scenario_with("no-guard", lost_reply);
    const Stage stage(scenario, scenario.strategies.front());
    const world::World world(stage.config(), world::RestoreBy::snapshot);
    const explore::FaultCause needed{.step = 3, .option = {}, .without = exhausted, .states = 26};
    const explore::FaultCause other{.step = 5, .option = {}, .without = exhausted, .states = 1};
    explore::FaultCause vain{.step = 7, .option = {}, .without = found, .states = 9};
    const auto text = [&](const explore::Cause& cause) {
        return cause_text(world, cause);
    };
    CHECK(text({}) == "no fault is needed: it breaks without any\n");
    CHECK(
        text({.faults = {needed}, .preemptions = 1, .fewer = exhausted}) ==
        "the one fault is needed (without it proved safe: 26 states)\n"
        "it takes 1 pre-emption, and no run with these faults breaks it with fewer\n"
    );
    CHECK(
        text({.faults = {needed, other}, .preemptions = 2, .fewer = states_limit}) ==
        "every one of the 2 faults is needed (without either of them proved safe: 26 and 1 "
        "states)\n"
        "it takes 2 pre-emptions; whether fewer are enough is open: the search came to its "
        "states limit\n"
    );
    vain.option = {.actor = 200, .operation = 0, .object = 0, .outcome = 2};
    CHECK(
        text({.faults = {vain, needed}, .preemptions = 0, .fewer = found}) ==
        "the fault " + world.describe(vain.option) +
            " is not needed: without it the guarantee breaks as well\n"
            "the fault " +
            world.describe(needed.option) + " is needed (without it proved safe: 26 states)\n"
    );
}

}  // namespace onceproof::harness
