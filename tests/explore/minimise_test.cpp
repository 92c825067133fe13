#include "model/explore/minimise.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/random.hpp"
#include "model/explore/replay.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Cost;
using explore::cost_of;
using explore::Found;
using Variant = Protocol::Variant;

namespace {

explore::ReplayEnd replay_of(explore::TransitionSystem& system, const Found& found) {
    const auto deviations = explore::deviations_of(system, found.schedule);
    REQUIRE(deviations);
    return explore::replay(
               system,
               {.fault_budget = found.schedule.fault_budget,
                .deviations = *deviations,
                .guarantee = found.violation.guarantee},
               {}
    )
        .end;
}

/// What random walks break first: long and with many deviations.
Found wild(explore::TransitionSystem& system, std::size_t faults, std::uint64_t seed) {
    const explore::SampleResult result = explore::random_walks(
        system,
        {.seed = seed,
         .cases = 100'000,
         .fault_budget = faults,
         .guarantees = {Protocol::single_effect}}
    );
    REQUIRE(result.ending == explore::Ending::found);
    for (const explore::SampleFound& broken : result.violations) {
        if (broken.found.violation.guarantee == Protocol::single_effect) {
            return broken.found;
        }
    }
    FAIL("the guarantee is among the violations");
    return {};
}

}  // namespace

TEST_CASE("cost: faults weigh more than deviations, and those more than steps", "[explore]") {
    CHECK(Cost{0, 9, 99}.cheaper_than({1, 0, 0}));
    CHECK(Cost{1, 1, 99}.cheaper_than({1, 2, 0}));
    CHECK(Cost{1, 1, 9}.cheaper_than({1, 1, 10}));
    CHECK_FALSE(Cost{1, 1, 9}.cheaper_than({1, 1, 9}));
    const explore::Schedule schedule{2, {{{0, 0, 0, 0}, 0}, {{1, 0, 0, 0}, 3}, {{1, 1, 0, 2}, 1}}};
    CHECK(cost_of(schedule) == Cost{1, 2, 3});
}

TEST_CASE("reduce: never costs more, and breaks the same guarantee (20 walks each)", "[explore]") {
    // A descent ends where no deviation, no pair of them and no calmer choice can be spared. Two of
    // the walks of D begin in such a place: they are led by the last worker, whom the calm run
    // takes last, so that any deviation left out leads it to another worker, and the names of all
    // others fit no more. What finds the two deviations that are enough is the search in
    // `minimise`.
    const auto [variant, cheaper] = GENERATE(table<Variant, std::size_t>({
        {Variant::takeover, 20},
        {Variant::detected_takeover, 18},
    }));
    ProtocolSystem system = size_2.system(variant);
    std::size_t made_cheaper = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Found found = wild(system, 1, seed);
        const Found reduced = explore::reduce(system, found, {});
        CHECK_FALSE(cost_of(found.schedule).cheaper_than(cost_of(reduced.schedule)));
        CHECK(reduced.violation.guarantee == found.violation.guarantee);
        CHECK(replay_of(system, reduced) == explore::ReplayEnd::reproduced);
        made_cheaper += cost_of(reduced.schedule).cheaper_than(cost_of(found.schedule)) ? 1 : 0;
    }
    CHECK(made_cheaper == cheaper);
}

TEST_CASE("minimise: makes every walk cheaper (20 walks of D)", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::detected_takeover);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Found found = wild(system, 1, seed);
        const explore::Minimised small = explore::minimise(system, found, {});
        CHECK(small.fewest_proved);
        CHECK(small.deviations.size() == 2);
        CHECK(cost_of(small.found.schedule).cheaper_than(cost_of(found.schedule)));
    }
}

TEST_CASE("reduce: a run that the system does not repeat comes back as it was", "[explore]") {
    ProtocolSystem buggy = size_1.system(Variant::takeover);
    ProtocolSystem safe = size_1.system(Variant::transaction);
    const Found found = wild(buggy, 0, 1);
    CHECK(explore::reduce(safe, found, {}).schedule == found.schedule);
}

TEST_CASE("minimise: the fewest deviations, and proved so (protocol A and D)", "[explore]") {
    const ProtocolSize size = GENERATE(size_1, size_2, size_3);
    ProtocolSystem buggy = size.system(Variant::takeover);
    const explore::Minimised small = explore::minimise(buggy, wild(buggy, 0, 1), {});
    CHECK(small.fewest_proved);
    CHECK(small.deviations.size() == cost_of(small.found.schedule).deviations);
    CHECK(replay_of(buggy, small.found) == explore::ReplayEnd::reproduced);

    ProtocolSystem detected = size.system(Variant::detected_takeover);
    const explore::Minimised crashed = explore::minimise(detected, wild(detected, 1, 1), {});
    CHECK(crashed.fewest_proved);
    CHECK(cost_of(crashed.found.schedule).faults == 1);
    CHECK(replay_of(detected, crashed.found) == explore::ReplayEnd::reproduced);
}

TEST_CASE("minimise: within tight limits it still reduces what it was given", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::detected_takeover);
    const Found found = wild(system, 1, 3);
    const explore::Minimised small = explore::minimise(system, found, {.states_max = 10});
    CHECK_FALSE(small.fewest_proved);
    CHECK(cost_of(small.found.schedule).cheaper_than(cost_of(found.schedule)));
    CHECK(replay_of(system, small.found) == explore::ReplayEnd::reproduced);
}
