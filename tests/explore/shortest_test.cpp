#include "model/explore/shortest.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Ending;
using explore::shortest;
using explore::ShortestResult;
using Variant = Protocol::Variant;

TEST_CASE("shortest: the ten steps of the published violation, in order", "[explore]") {
    ProtocolSystem system = size_1.system(Variant::takeover);
    const ShortestResult result = shortest(system, {.guarantee = Protocol::single_effect});
    REQUIRE(result.found);
    std::vector<std::string> words;
    for (const explore::Taken& step : result.found->schedule.steps) {
        words.push_back(system.describe(step.option));
    }
    // The first in option order: the client sends both, then each worker goes as far as it can.
    CHECK(
        words ==
        std::vector<std::string>{
            "client:send",
            "client:send",
            "w1:take",
            "w1:read",
            "w1:insert",
            "w1:effect",
            "w2:take",
            "w2:read",
            "w2:takeover",
            "w2:effect"}
    );
}

TEST_CASE(
    "shortest: finds nothing where the budget is too small, and says it saw all", "[explore]"
) {
    ProtocolSystem system = size_1.system(Variant::detected_takeover);
    const ShortestResult none = shortest(system, {.guarantee = Protocol::single_effect});
    CHECK(none.ending == Ending::exhausted);
    CHECK_FALSE(none.found);
    const ShortestResult one =
        shortest(system, {.fault_budget = 1, .guarantee = Protocol::single_effect});
    CHECK(one.ending == Ending::found);
}

TEST_CASE("shortest: another guarantee than the one asked for does not end it", "[explore]") {
    Machine<Line> system({.length = 10});
    const ShortestResult result = shortest(system, {.fault_budget = 1, .guarantee = 7});
    REQUIRE(result.found);
    CHECK(result.found->violation.guarantee == 7);
    CHECK(result.found->schedule.steps.size() == 7);
    CHECK(result.depth == 7);
}

TEST_CASE("shortest: gives up at its limits", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::fine);
    const ShortestResult full =
        shortest(system, {.fault_budget = 1, .guarantee = {}, .limits = {.states_max = 100}});
    CHECK(full.ending == Ending::states_limit);
    CHECK(full.states == 101);
    const ShortestResult large =
        shortest(system, {.fault_budget = 1, .guarantee = {}, .limits = {.memory_max = 100'000}});
    CHECK(large.ending == Ending::memory_limit);
    CHECK(large.states > 100);
    CHECK(large.states < 3'477);
    const ShortestResult stopped =
        shortest(system, {.fault_budget = 1, .guarantee = {}, .limits = {.should_stop = [] {
                                                                  return true;
                                                              }}});
    CHECK(stopped.ending == Ending::stopped);
    CHECK(stopped.transitions == 1);
}
