#include "harness/counterexample.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

TEST_CASE("counterexample: it is the violation's run, with how likely and why", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Cell cell{&scenario, &scenario.strategies.front()};
    const std::string token = result_of(run(scenario), "single_effect").token;
    const auto drawn = counterexample(cell, token, 100);
    REQUIRE(drawn.has_value());
    CHECK(drawn->token == token);
    REQUIRE(drawn->bug_probability.size() == drawn->trace.steps.size());
    CHECK(drawn->bug_probability.back() == 1);
    CHECK(drawn->trace.steps.back().violations.size() == 1);
    CHECK(drawn->cause.starts_with("the one fault is needed (without it proved safe: "));
    const auto bare = counterexample(cell, token, 0);
    REQUIRE(bare.has_value());
    CHECK(bare->trace == drawn->trace);
    CHECK(bare->bug_probability.empty());
    CHECK(bare->cause.empty());
}

TEST_CASE("counterexample: a token of something else is not drawn", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Cell cell{&scenario, &scenario.strategies.front()};
    CHECK_FALSE(counterexample(cell, "op1-NONSENSE", 100).has_value());
    const std::string token = result_of(run(scenario), "single_effect").token;
    const Scenario calm = scenario_with("no-guard", "workload.callers = 1\nsettle.retries = []\n");
    CHECK_FALSE(counterexample({&calm, &calm.strategies.front()}, token, 100).has_value());
}

}  // namespace onceproof::harness
