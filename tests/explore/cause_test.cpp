#include "model/explore/cause.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/minimise.hpp"
#include "model/explore/shortest.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Cause;
using explore::cause;
using explore::Ending;
using explore::Found;
using Variant = Protocol::Variant;

namespace {

constexpr explore::Taken calm{{0, 0, 0, 0}, 0};
constexpr explore::Taken struck{{0, 0, 0, 1}, 1};

}  // namespace

TEST_CASE("cause: a fault that strikes elsewhere is not needed", "[explore]") {
    Machine<Line> line({.length = 3});
    const Found found{{3, "a fault struck"}, {2, {struck, calm, struck}}};
    const Cause both = cause(line, found, {});
    REQUIRE(both.faults.size() == 2);
    // Either of them alone can strike the third step.
    CHECK(both.faults[0].step == 1);
    CHECK(both.faults[1].step == 3);
    CHECK(both.faults[0].without == Ending::found);
    CHECK_FALSE(both.faults[1].needed());
    CHECK(both.preemptions == 0);
    CHECK(both.fewer == Ending::found);
}

TEST_CASE("cause: the only fault of a calm system is needed", "[explore]") {
    Machine<Line> line({.length = 3});
    const Cause one = cause(line, {{2, "a fault struck"}, {1, {calm, struck}}}, {});
    REQUIRE(one.faults.size() == 1);
    CHECK(one.faults[0].needed());
    CHECK(one.faults[0].states == 4);
    CHECK(one.fewer == Ending::exhausted);
}

TEST_CASE("cause: without faults the pre-emption alone is told", "[explore]") {
    Machine<CheckThenAct> system({});
    const auto shortest = explore::shortest(system, {.guarantee = CheckThenAct::once});
    const explore::Minimised small = explore::minimise(system, *shortest.found, {});
    const Cause race = cause(system, small.found, {});
    CHECK(race.faults.empty());
    CHECK(race.preemptions == 1);
    CHECK(race.fewer == Ending::exhausted);
}

TEST_CASE("cause: a minimal counterexample needs each of its faults (protocol D)", "[explore]") {
    const ProtocolSize size = GENERATE(size_1, size_2, size_3);
    ProtocolSystem system = size.system(Variant::detected_takeover);
    const auto searched = explore::exhaustive(
        system, {.fault_budget = size.faults, .guarantees = {Protocol::single_effect}}
    );
    for (const Found& found : searched.violations) {
        const explore::Minimised small = explore::minimise(system, found, {});
        const Cause needed = cause(system, small.found, {});
        CHECK(needed.faults.size() == explore::faults_in(small.found.schedule));
        for (const explore::FaultCause& fault : needed.faults) {
            CHECK(fault.needed());
            CHECK(fault.states > 10);
        }
        CHECK(needed.fewer == Ending::exhausted);
    }
}

TEST_CASE("cause: a limit that is hit leaves the question open", "[explore]") {
    Machine<Line> line({.length = 3});
    const Cause one = cause(line, {{2, "a fault struck"}, {1, {calm, struck}}}, {.states_max = 2});
    CHECK(one.faults[0].without == Ending::states_limit);
    CHECK_FALSE(one.faults[0].needed());
}
