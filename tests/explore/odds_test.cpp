#include "model/explore/odds.hpp"

#include "model/explore/shortest.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::odds;
using explore::Schedule;

namespace {

/// Both look before either acts: c0:check, c1:check, then both act.
explore::Found race(explore::TransitionSystem& system) {
    const auto result = explore::shortest(system, {.guarantee = CheckThenAct::once});
    REQUIRE(result.found);
    REQUIRE(result.found->schedule.steps.size() == 4);
    return *result.found;
}

}  // namespace

TEST_CASE("odds: they are half before the second look, and certain behind it", "[explore]") {
    Machine<CheckThenAct> system({});
    const explore::Found found = race(system);
    const std::vector<std::uint64_t> broken = odds(
        system,
        {.schedule = found.schedule, .guarantee = CheckThenAct::once, .cases = 1000, .seed = 1}
    );
    REQUIRE(broken.size() == 4);
    CHECK(broken[0] > 450);
    CHECK(broken[0] < 550);
    CHECK(broken[1] == 1000);
    CHECK(broken[2] == 1000);
    CHECK(broken[3] == 1000);
}

TEST_CASE("odds: one seed gives the same numbers, another one others", "[explore]") {
    Machine<CheckThenAct> system({});
    const explore::Found found = race(system);
    const auto with = [&](std::uint64_t seed) {
        return odds(
            system,
            {.schedule = found.schedule,
             .guarantee = CheckThenAct::once,
             .cases = 1000,
             .seed = seed}
        );
    };
    CHECK(with(1) == with(1));
    CHECK(with(1) != with(2));
}

TEST_CASE("odds: a continuation has the faults that the run has left over", "[explore]") {
    Machine<Line> line({.length = 3});
    const explore::Taken calm{{0, 0, 0, 0}, 0};
    const explore::Taken struck{{0, 0, 0, 1}, 1};
    const Schedule late{1, {calm, calm, struck}};
    const std::vector<std::uint64_t> broken =
        odds(line, {.schedule = late, .guarantee = 3, .cases = 1000, .seed = 1});
    REQUIRE(broken.size() == 3);
    CHECK(broken[0] > 0);
    CHECK(broken[0] < broken[1]);
    CHECK(broken[2] == 1000);
    // With the budget spent at the first step nothing breaks any more.
    const Schedule early{1, {struck, calm, calm}};
    CHECK(
        odds(line, {.schedule = early, .guarantee = 3, .cases = 1000, .seed = 1}) ==
        std::vector<std::uint64_t>{0, 0, 0}
    );
}

TEST_CASE("odds: a run that the system does not repeat has none from there on", "[explore]") {
    Machine<Line> line({.length = 2});
    const explore::Taken calm{{0, 0, 0, 0}, 0};
    const Schedule other{0, {calm, {{7, 0, 0, 0}, 0}}};
    CHECK(odds(line, {.schedule = other, .guarantee = 1, .cases = 5, .seed = 1}).size() == 1);
}

TEST_CASE(
    "odds: in timed order faults strike with their rates, by seeds of their own", "[explore]"
) {
    Machine<Line> line({.length = 3});
    const explore::Taken calm{{0, 0, 0, 0}, 0};
    const explore::Taken struck{{0, 0, 0, 1}, 1};
    const Schedule late{1, {calm, calm, struck}};
    std::vector<std::uint64_t> seeds;
    explore::OddsRequest request{.schedule = late, .guarantee = 3, .cases = 1000, .seed = 1};
    request.redraw = [&seeds](std::uint64_t seed) {
        seeds.push_back(seed);
    };
    request.case_seed = 77;
    request.rates[1] = 0.25;
    const std::vector<std::uint64_t> broken = odds(line, request);
    REQUIRE(broken.size() == 3);
    CHECK(broken[0] > 150);  // 0.75 * 0.25
    CHECK(broken[0] < 225);
    CHECK(broken[1] > 210);  // 0.25
    CHECK(broken[1] < 290);
    CHECK(broken[2] == 1000);
    // Behind each step the run goes on by the seed that it began with.
    REQUIRE(seeds.size() == 2002);
    CHECK(seeds[0] != seeds[1]);
    CHECK(seeds[1000] == 77);
    CHECK(seeds[2001] == 77);
}
