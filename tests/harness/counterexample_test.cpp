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

TEST_CASE("counterexample: the same faults are tried on the other strategies", "[harness]") {
    Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    for (const char* other : {"dedup-table/hardened", "no-guard"}) {
        scenario.strategies.push_back(
            scenario_with(other, lost_reply_only("single_effect")).strategies.front()
        );
    }
    const Cell cell{&scenario, &scenario.strategies.front()};
    const auto drawn = counterexample(cell, result_of(run(scenario), "single_effect").token, 10);
    REQUIRE(drawn.has_value());
    // Its own strategy is told by itself, however often the scenario uses it.
    REQUIRE(drawn->same_faults.size() == 1);
    CHECK(drawn->same_faults[0].strategy == "dedup-table/hardened");
    CHECK(drawn->same_faults[0].states > 1);
    const bool breaks = drawn->same_faults[0].verdict == reports::Verdict::violated;
    CHECK(breaks == !drawn->same_faults[0].trace.steps.empty());
    CHECK(breaks == !drawn->same_faults[0].token.empty());
}

}  // namespace onceproof::harness
