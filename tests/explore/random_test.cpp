#include "model/explore/random.hpp"

#include <algorithm>

#include "model/explore/replay.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/protocol_counts.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Ending;
using explore::random_walks;
using explore::RandomResult;
using Variant = Protocol::Variant;

TEST_CASE("random walks: the same seed gives the same walks, another seed others", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::takeover);
    const auto run = [&](std::uint64_t seed) {
        return random_walks(system, {.seed = seed, .cases = 200, .fault_budget = 1});
    };
    const RandomResult first = run(7);
    const RandomResult again = run(7);
    CHECK(first.transitions == again.transitions);
    CHECK(first.outcomes == again.outcomes);
    REQUIRE(first.violations.size() == again.violations.size());
    for (std::size_t index = 0; index < first.violations.size(); ++index) {
        CHECK(first.violations[index].found.schedule == again.violations[index].found.schedule);
        CHECK(first.violations[index].cases == again.violations[index].cases);
    }
    CHECK(run(8).transitions != first.transitions);
}

TEST_CASE("random walks: without a budget nothing is ever struck", "[explore]") {
    ProtocolSystem system = size_1.system(Variant::fine);
    const RandomResult result = random_walks(system, {.seed = 1, .cases = 1'000});
    CHECK(result.ending == Ending::exhausted);
    CHECK(result.cases == 1'000);
    CHECK(result.outcomes[Protocol::ok] == result.transitions);
}

TEST_CASE(
    "random walks: faults that were offered are counted apart from those taken", "[explore]"
) {
    ProtocolSystem system = size_1.system(Variant::fine);
    const RandomResult result = random_walks(system, {.seed = 1, .cases = 100, .fault_budget = 1});
    CHECK(result.offered[Protocol::ok] == 0);
    CHECK(result.outcomes[Protocol::crash] > 0);
    CHECK(result.offered[Protocol::crash] > result.outcomes[Protocol::crash]);
    CHECK(result.offered[Protocol::crash + 1] == 0);
    const RandomResult calm = random_walks(system, {.seed = 1, .cases = 100});
    CHECK(calm.offered[Protocol::crash] == 0);
}

TEST_CASE(
    "random walks: one fault strikes each of twenty places about equally often", "[explore]"
) {
    Machine<Line> system({.length = 20});
    const RandomResult result =
        random_walks(system, {.seed = 1, .cases = 50'000, .fault_budget = 1});
    REQUIRE(result.violations.size() == 20);
    // Half of the walks draw a fault, spread over 26 places of which the run has 20: 962 each.
    for (const explore::RandomFound& place : result.violations) {
        CAPTURE(int{place.found.violation.guarantee});
        CHECK(place.cases > 850);
        CHECK(place.cases < 1'080);
    }
}

TEST_CASE("random walks: choose evenly between options without a fault", "[explore]") {
    // Behind the first check one of two options leads to the second effect, the other one does not.
    Machine<CheckThenAct> system({});
    const RandomResult result = random_walks(system, {.seed = 1, .cases = 10'000});
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations[0].cases > 4'800);
    CHECK(result.violations[0].cases < 5'200);
}

TEST_CASE("random walks: find the crash of D in a median of at most 60 walks (S1)", "[explore]") {
    ProtocolSystem system = size_1.system(Variant::detected_takeover);
    std::vector<std::uint64_t> walks;
    for (std::uint64_t seed = 0; seed < 101; ++seed) {
        const RandomResult result = random_walks(
            system,
            {.seed = seed,
             .cases = 10'000,
             .fault_budget = 1,
             .guarantees = {Protocol::single_effect}}
        );
        REQUIRE(result.ending == Ending::found);
        walks.push_back(result.cases);
    }
    std::sort(walks.begin(), walks.end());
    CHECK(walks[50] <= 60);
}

TEST_CASE("random walks: the first violation of each guarantee replays", "[explore]") {
    ProtocolSystem system = size_3.system(Variant::detected_takeover);
    const RandomResult result =
        random_walks(system, {.seed = 2, .cases = 5'000, .fault_budget = 2});
    REQUIRE(result.violations.size() == 2);
    for (const explore::RandomFound& broken : result.violations) {
        CHECK(broken.cases > 1);
        CHECK(broken.index < result.cases);
        const auto deviations = explore::deviations_of(system, broken.found.schedule);
        REQUIRE(deviations);
        const explore::ReplayResult again = explore::replay(
            system,
            {.fault_budget = 2,
             .deviations = *deviations,
             .guarantee = broken.found.violation.guarantee},
            {}
        );
        CHECK(again.end == explore::ReplayEnd::reproduced);
        CHECK(again.schedule == broken.found.schedule);
    }
}

TEST_CASE("random walks: cut at the most steps, and stopped when asked to", "[explore]") {
    Machine<Line> system({.length = 20});
    const RandomResult cut = random_walks(system, {.cases = 10, .limits = {.steps_max = 5}});
    CHECK(cut.cut == 10);
    CHECK(cut.transitions == 50);
    explore::Progress progress;
    int asked = 0;
    const RandomResult stopped = random_walks(
        system,
        {.cases = 1'000'000,
         .limits = {.should_stop = [&asked] { return ++asked == 5; }, .progress = &progress}}
    );
    CHECK(stopped.ending == Ending::stopped);
    CHECK(stopped.transitions == 4 * 1024 + 1);
    CHECK(stopped.cases == stopped.transitions / 20);
    CHECK(progress.cases == stopped.cases);
}
