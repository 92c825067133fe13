#include "harness/tracer.hpp"

#include "model/explore/token.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// A violation of the cell, ready to be replayed.
struct Case {
    explicit Case(const Scenario& its_scenario, std::string_view guarantee)
        : scenario(its_scenario),
          result(run(scenario)),
          token(*explore::decode(result_of(result, guarantee).token).token),
          stage(scenario, scenario.strategies.front()),
          world(stage.config(), world::RestoreBy::snapshot) {}

    TracedReplay draw() {
        return trace(
            world,
            {.fault_budget = token.fault_budget,
             .deviations = token.deviations,
             .guarantee = token.guarantee}
        );
    }

    Scenario scenario;
    reports::CellResult result;
    explore::Token token;
    Stage stage;
    world::World world;
};

}  // namespace

TEST_CASE("tracer: a token draws the same trace twice, in one world and in another", "[harness]") {
    const Scenario scenario = scenario_with("table-lock/published", lost_reply);
    const reports::CellResult cell = run(scenario);
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        if (result.token.empty()) {
            continue;
        }
        CAPTURE(result.guarantee);
        Case first(scenario, result.guarantee);
        Case second(scenario, result.guarantee);
        const TracedReplay once = first.draw();
        CHECK(once.result.end == explore::ReplayEnd::reproduced);
        CHECK(first.draw().trace == once.trace);
        CHECK(second.draw().trace == once.trace);
    }
}

TEST_CASE(
    "tracer: every step is drawn, with its decision, its changes and what it broke", "[harness]"
) {
    Case lost(scenario_with("no-guard", lost_reply_only("single_effect")), "single_effect");
    const TracedReplay drawn = lost.draw();
    const history::Trace& trace = drawn.trace;
    CHECK(trace.lanes == std::vector<std::string>{"c1", "h1.1", "h1.2", "service", "gateway"});
    std::vector<std::string> decisions;
    for (const history::Step& step : trace.steps) {
        if (!step.decision.empty()) {
            decisions.push_back(step.decision);
        }
    }
    CHECK(
        decisions ==
        std::vector<std::string>{
            "c1:call.send",
            "h1.1:gateway.charge",
            "h1.1:call.reply:reply-lost",
            "c1:call.send",
            "h1.2:gateway.charge"}
    );
    CHECK(decisions.size() == drawn.result.schedule.steps.size());
    const history::Step& last = trace.steps.back();
    CHECK(last.text == "charge order-1 100 -> paid order-1 100");
    CHECK(last.mark == history::Mark::effect);
    CHECK(trace.lanes[last.to] == "gateway");
    CHECK(
        last.changes == std::vector<history::Change>{{"effects", "pay-1 #2", "paid order-1 100"}}
    );
    CHECK(
        last.violations ==
        std::vector<std::string>{
            "single_effect: 2 effects for key pay-1 (the last by h1.2); at most 1 allowed"}
    );
}

TEST_CASE("tracer: a step that only takes a connection is drawn, too", "[harness]") {
    const Scenario scenario = scenario_with(
        "no-guard",
        "workload.callers = 2\nworkload.attempts = 1\nservice.instances = 1\nservice.database.pool "
        "= 1\n"
        "guarantees.check = [\"single_effect\"]\n"
    );
    Case two(scenario, "single_effect");
    const TracedReplay drawn = two.draw();
    std::size_t decisions = 0;
    for (const history::Step& step : drawn.trace.steps) {
        decisions += step.decision.empty() ? 0 : 1;
    }
    CHECK(decisions == drawn.result.schedule.steps.size());
}

TEST_CASE("tracer: a run that does not break the guarantee is drawn to its end", "[harness]") {
    const Scenario scenario = scenario_with("dedup-table/hardened", lost_reply);
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const TracedReplay drawn = trace(world, {.fault_budget = 0, .deviations = {}, .guarantee = 1});
    CHECK(drawn.result.end == explore::ReplayEnd::not_reproduced);
    CHECK(drawn.trace.steps.front().text == "pay order-1 100 key=pay-1 (attempt 1, instance 1)");
    CHECK(drawn.trace.steps.back().text == "reply done \"\"");
}

}  // namespace onceproof::harness
