#include "model/explore/pct.hpp"

#include <limits>

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/random.hpp"
#include "tests/explore/sample_parts.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/ordered.hpp"
#include "tests/litmus/peterson.hpp"
#include "tests/litmus/shuffled.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::check_same;
using explore::Ending;
using explore::pct;
using explore::pct_one_in;
using explore::PctResult;
using explore::SampleRequest;
using Variant = Protocol::Variant;

namespace {

/// Task 0 and task 1 take turns: three orderings.
const Ordered ladder{.steps = 2, .bug = {{0, 1}, {1, 1}, {0, 2}, {1, 2}}};

/// Task 1 is done before task 0 begins: one ordering.
const Ordered late_start{.steps = 20, .bug = {{1, 20}, {0, 1}}};

/// Cases that broke the only guarantee of which any case broke it.
std::uint64_t found_in(const PctResult& result) {
    REQUIRE(result.sample.violations.size() == 1);
    return result.sample.violations[0].cases;
}

}  // namespace

TEST_CASE("pct: the bound is one in n times k to the depth less one", "[explore]") {
    CHECK(pct_one_in(3, 10, 1) == 3);
    CHECK(pct_one_in(3, 10, 2) == 30);
    CHECK(pct_one_in(3, 10, 4) == 3'000);
    CHECK(pct_one_in(2, 1'000'000'000, 3) == 2'000'000'000'000'000'000);
    CHECK(pct_one_in(2, 1'000'000'000, 4) == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("pct: a case that may draw faults counts less for what needs none", "[explore]") {
    Machine<Line> system({.length = 5});
    CHECK(pct(system, {.cases = 1}, 3).one_in == 25);
    CHECK(pct(system, {.cases = 1, .fault_budget = 2}, 3).one_in == 75);
}

TEST_CASE("pct: three orderings of two tasks are found exactly as often as promised", "[explore]") {
    // Task 0 is first in half of the cases, and one of the 16 pairs of changes leads down the
    // ladder: 1 in 32, the bound itself. 64,000 cases: 2,000, give or take 44.
    Machine<Ordered> system(ladder);
    const PctResult result = pct(system, {.seed = 1, .cases = 64'000}, 3);
    CHECK(result.sample.extent == explore::Extent{2, 4, 0});
    CHECK(result.one_in == 32);
    CHECK(found_in(result) > 1'860);
    CHECK(found_in(result) < 2'140);
}

TEST_CASE("pct: a bug is found at least as often as the bound says", "[explore]") {
    Machine<CheckThenAct> check({});
    // Whoever is first loses its turn behind the first of four steps: 1 in 4; the bound is 1 in 8.
    const PctResult once = pct(check, {.seed = 1, .cases = 10'000}, 2);
    CHECK(once.one_in == 8);
    CHECK(found_in(once) * once.one_in >= once.sample.cases);
    CHECK(found_in(once) > 2'350);
    CHECK(found_in(once) < 2'650);

    Machine<Peterson> rude({.rounds = 1, .polite = false});
    const PctResult inside =
        pct(rude, {.seed = 1, .cases = 10'000, .limits = {.steps_max = 50}}, 2);
    CHECK(found_in(inside) * inside.one_in >= inside.sample.cases);
}

TEST_CASE("pct: depth 1 finds what walks without priorities never come to", "[explore]") {
    Machine<Ordered> system(late_start);
    const SampleRequest request{.seed = 1, .cases = 10'000};
    const PctResult result = pct(system, request, 1);
    CHECK(result.one_in == 2);
    CHECK(found_in(result) > 4'800);
    CHECK(found_in(result) < 5'200);
    CHECK(explore::random_walks(system, request).violations.empty());
}

TEST_CASE("pct: one change less than a bug needs never finds it", "[explore]") {
    Machine<Ordered> system(ladder);
    CHECK(pct(system, {.seed = 1, .cases = 10'000}, 2).sample.violations.empty());
}

TEST_CASE("pct: faults strike evenly over the places of a run", "[explore]") {
    Machine<Line> system({.length = 20});
    const PctResult result = pct(system, {.seed = 1, .cases = 40'000, .fault_budget = 1}, 3);
    REQUIRE(result.sample.violations.size() == 20);
    for (const explore::SampleFound& place : result.sample.violations) {
        CAPTURE(int{place.found.violation.guarantee});
        CHECK(place.cases > 880);
        CHECK(place.cases < 1'120);
    }
}

TEST_CASE(
    "pct: finds the crash of D and the takeover of A, and nothing in what is fine", "[explore]"
) {
    for (const Variant variant : {Variant::takeover, Variant::detected_takeover}) {
        ProtocolSystem system = size_2.system(variant);
        const PctResult result =
            pct(system,
                {.seed = 1,
                 .cases = 20'000,
                 .fault_budget = 1,
                 .guarantees = {Protocol::single_effect}},
                3);
        CHECK(result.sample.ending == Ending::found);
    }
    ProtocolSystem fine = size_2.system(Variant::fine);
    const PctResult held = pct(fine, {.seed = 1, .cases = 5'000, .fault_budget = 1}, 3);
    CHECK(held.sample.ending == Ending::exhausted);
    CHECK(held.sample.violations.empty());
    CHECK(held.sample.outcomes[Protocol::crash] > 0);
}

TEST_CASE("pct: the same seed gives the same cases, another seed others", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::takeover);
    const SampleRequest request{.seed = 7, .cases = 300, .fault_budget = 2};
    const PctResult first = pct(system, request, 3);
    check_same(first.sample, pct(system, request, 3).sample);
    SampleRequest other = request;
    other.seed = 8;
    CHECK(pct(system, other, 3).sample.transitions != first.sample.transitions);
}

TEST_CASE("pct: the order of the options makes no difference", "[explore]") {
    ProtocolSystem system = size_3.system(Variant::takeover);
    Shuffled backwards(system);
    const SampleRequest request{.seed = 3, .cases = 500, .fault_budget = 2};
    const PctResult plain = pct(system, request, 3);
    const PctResult shuffled = pct(backwards, request, 3);
    CHECK(plain.sample.extent == shuffled.sample.extent);
    CHECK(plain.sample.transitions == shuffled.sample.transitions);
    CHECK(plain.sample.outcomes == shuffled.sample.outcomes);
    REQUIRE(plain.sample.violations.size() == shuffled.sample.violations.size());
    for (std::size_t index = 0; index < plain.sample.violations.size(); ++index) {
        const explore::SampleFound& one = plain.sample.violations[index];
        const explore::SampleFound& other = shuffled.sample.violations[index];
        CHECK(one.index == other.index);
        CHECK(one.cases == other.cases);
        REQUIRE(one.found.schedule.steps.size() == other.found.schedule.steps.size());
        for (std::size_t step = 0; step < one.found.schedule.steps.size(); ++step) {
            CHECK(one.found.schedule.steps[step].option == other.found.schedule.steps[step].option);
        }
    }
}

TEST_CASE("pct: on one thread or many, the results are equal", "[explore]") {
    const SampleRequest request{.seed = 5, .cases = 1'000, .fault_budget = 2};
    const explore::RunSample run = [](const SampleRequest& part) {
        ProtocolSystem system = size_3.system(Variant::takeover);
        return pct(system, part, 3).sample;
    };
    for (const std::size_t threads : {2U, 3U}) {
        const std::vector<explore::RunSample> runners(threads, run);
        check_same(sample_in_parts(request, runners), run(request));
    }
}

TEST_CASE("pct: stopped before anything is known, it promises nothing", "[explore]") {
    Machine<Line> system({.length = 20});
    const PctResult result =
        pct(system,
            {.cases = 10,
             .limits =
                 {.should_stop =
                      [] {
                          return true;
                      }}},
            3);
    CHECK(result.sample.ending == Ending::stopped);
    CHECK(result.sample.cases == 0);
    CHECK(result.one_in == 0);
}
