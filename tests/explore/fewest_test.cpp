#include "model/explore/fewest.hpp"

#include <algorithm>

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/minimise.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Ending;
using explore::fewest;
using explore::FewestResult;
using Variant = Protocol::Variant;

namespace {

/// Fewest deviations of a run that breaks `guarantee`, by trying all runs with at most `left` of
/// them.
std::size_t fewest_by_trial(
    explore::TransitionSystem& system, std::uint8_t guarantee, std::size_t used, std::size_t most
) {
    const auto options = system.enabled();
    if (options.empty()) {
        return most + 1;
    }
    std::size_t best = most + 1;
    const std::size_t count = options.size();
    const explore::Snapshot here = system.save();
    for (std::size_t index = 0; index < count; ++index) {
        const std::size_t now = used + (index != 0 ? 1 : 0);
        if (now > most) {
            break;
        }
        system.restore(here);
        system.take(index);
        bool broken = false;
        for (const explore::Violation& violation : system.violations()) {
            broken = broken || violation.guarantee == guarantee;
        }
        best = std::min(best, broken ? now : fewest_by_trial(system, guarantee, now, most));
    }
    return best;
}

}  // namespace

TEST_CASE(
    "fewest: as few deviations as trying all runs finds (protocol A and D, S1)", "[explore]"
) {
    const Variant variant = GENERATE(Variant::takeover, Variant::detected_takeover);
    const std::size_t faults = variant == Variant::takeover ? 0 : 1;
    const std::uint8_t guarantee = GENERATE(Protocol::single_effect, Protocol::right_answer);
    ProtocolSystem system = size_1.system(variant);
    const FewestResult result = fewest(system, {faults, guarantee, {}});
    REQUIRE(result.ending == Ending::found);
    CHECK(explore::cost_of(result.found->schedule).deviations == result.deviations);
    system.reset(faults);
    CHECK(fewest_by_trial(system, guarantee, 0, 4) == result.deviations);
}

TEST_CASE("fewest: one pre-emption breaks check-then-act, in four steps", "[explore]") {
    Machine<CheckThenAct> system({});
    const FewestResult result = fewest(system, {0, CheckThenAct::once, {}});
    REQUIRE(result.found);
    CHECK(result.deviations == 1);
    CHECK(result.found->schedule.steps.size() == 4);
}

TEST_CASE("fewest: a guarantee that nothing breaks is exhausted", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::fine);
    const FewestResult result = fewest(system, {1, Protocol::single_effect, {}});
    CHECK(result.ending == Ending::exhausted);
    CHECK_FALSE(result.found);
    CHECK(result.states >= 3'477);
}

TEST_CASE("fewest: gives up at its limits", "[explore]") {
    ProtocolSystem system = size_2.system(Variant::fine);
    CHECK(
        fewest(system, {1, Protocol::single_effect, {.states_max = 50}}).ending ==
        Ending::states_limit
    );
    CHECK(
        fewest(system, {1, Protocol::single_effect, {.memory_max = 100'000}}).ending ==
        Ending::memory_limit
    );
    const explore::Limits stop{.should_stop = [] {
        return true;
    }};
    CHECK(fewest(system, {1, Protocol::single_effect, stop}).ending == Ending::stopped);
}
