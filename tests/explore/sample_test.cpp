#include "model/explore/sample.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/random.hpp"
#include "model/explore/replay.hpp"
#include "tests/explore/sample_parts.hpp"
#include "tests/litmus/line.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::check_same;
using explore::Ending;
using explore::random_walks;
using explore::SampleFound;
using explore::SampleRequest;
using explore::SampleResult;
using Variant = Protocol::Variant;

TEST_CASE("sample: seed and index alone repeat a case", "[explore]") {
    ProtocolSystem system = size_3.system(Variant::detected_takeover);
    const SampleResult result =
        random_walks(system, {.seed = 2, .cases = 5'000, .fault_budget = 2});
    REQUIRE(result.violations.size() == 2);
    for (const SampleFound& broken : result.violations) {
        CHECK(broken.index > 0);
        ProtocolSystem fresh = size_3.system(Variant::detected_takeover);
        const SampleResult again =
            random_walks(fresh, {.seed = 2, .first = broken.index, .cases = 1, .fault_budget = 2});
        const auto same = std::ranges::find_if(again.violations, [&](const SampleFound& other) {
            return other.found.violation == broken.found.violation;
        });
        REQUIRE(same != again.violations.end());
        CHECK(same->found.schedule == broken.found.schedule);
        CHECK(same->index == broken.index);
    }
}

TEST_CASE("sample: on one thread or many, the results are equal", "[explore]") {
    const SampleRequest request{.seed = 5, .cases = 1'000, .fault_budget = 2};
    const explore::RunSample run = [](const SampleRequest& part) {
        ProtocolSystem system = size_3.system(Variant::takeover);
        return random_walks(system, part);
    };
    for (const std::size_t threads : {2U, 3U}) {
        const std::vector<explore::RunSample> runners(threads, run);
        check_same(sample_in_parts(request, runners), run(request));
    }
}

TEST_CASE("sample: one fault strikes each of twenty places about equally often", "[explore]") {
    Machine<Line> system({.length = 20});
    const SampleResult result =
        random_walks(system, {.seed = 1, .cases = 40'000, .fault_budget = 1});
    REQUIRE(result.violations.size() == 20);
    // Half of the cases draw a fault, spread over the 20 places of the run: 1,000 each.
    for (const SampleFound& place : result.violations) {
        CAPTURE(int{place.found.violation.guarantee});
        CHECK(place.cases > 880);
        CHECK(place.cases < 1'120);
    }
}

TEST_CASE("sample: two faults drawn for one place strike there and at the next", "[explore]") {
    Machine<Line> system({.length = 2});
    const SampleResult result =
        random_walks(system, {.seed = 1, .cases = 9'000, .fault_budget = 2});
    // A third of the cases draws two faults. For the last place both of them: one strikes in vain.
    CHECK(result.outcomes[1] > 9'000 / 3 + 9'000 / 3 * 7 / 4 - 150);
    CHECK(result.outcomes[1] < 9'000 / 3 + 9'000 / 3 * 7 / 4 + 150);
}

TEST_CASE("sample: the first violation of each guarantee replays", "[explore]") {
    ProtocolSystem system = size_3.system(Variant::detected_takeover);
    const SampleResult result =
        random_walks(system, {.seed = 2, .cases = 5'000, .fault_budget = 2});
    REQUIRE(result.violations.size() == 2);
    for (const SampleFound& broken : result.violations) {
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

TEST_CASE("sample: cut at the most steps, and stopped when asked to", "[explore]") {
    Machine<Line> system({.length = 20});
    const SampleResult cut = random_walks(system, {.cases = 10, .limits = {.steps_max = 5}});
    CHECK(cut.cut == 10);
    CHECK(cut.transitions == 50);
    explore::Progress progress;
    int asked = 0;
    // Asked once while the runs are measured.
    const SampleResult stopped = random_walks(
        system,
        {.cases = 1'000'000,
         .limits = {.should_stop = [&asked] { return ++asked == 6; }, .progress = &progress}}
    );
    CHECK(stopped.ending == Ending::stopped);
    CHECK(stopped.transitions == 4 * 1024 + 1);
    CHECK(stopped.cases == stopped.transitions / 20);
    CHECK(progress.cases == stopped.cases);
}
