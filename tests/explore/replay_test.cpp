#include "model/explore/replay.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/shortest.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Deviation;
using explore::replay;
using explore::ReplayEnd;
using explore::ReplayResult;
using System = Machine<CheckThenAct>;

namespace {

/// The second caller checks before the first one acts.
const std::vector<Deviation> pre_emption = {
    {{0, CheckThenAct::act, 0, 0, {}}, {1, CheckThenAct::check, 0, 0, {}}}};

}  // namespace

TEST_CASE("replay: no deviations, the calm run", "[explore]") {
    System system({});
    const ReplayResult result = replay(system, {}, {});
    CHECK(result.end == ReplayEnd::not_reproduced);
    CHECK(result.schedule.steps.size() == 3);
    CHECK_FALSE(result.violation);
}

TEST_CASE("replay: reproduces a violation and says which and where", "[explore]") {
    System system({});
    std::vector<std::string> words;
    std::size_t violations = 0;
    const ReplayResult result = replay(
        system,
        {.deviations = pre_emption, .guarantee = CheckThenAct::once},
        [&](const explore::ReplayStep& step) {
            CHECK(step.number == words.size() + 1);
            words.push_back(system.describe(step.taken.option));
            violations += step.violations.size();
        }
    );
    CHECK(result.end == ReplayEnd::reproduced);
    REQUIRE(result.violation);
    CHECK(result.violation->guarantee == CheckThenAct::once);
    CHECK(result.schedule.steps.size() == 4);
    CHECK(words == std::vector<std::string>{"c0:check", "c1:check", "c1:act", "c0:act"});
    CHECK(violations == 1);
}

TEST_CASE("replay: a repaired system goes the recorded way and nothing breaks", "[explore]") {
    System system({.guarded = true});
    const ReplayResult result = replay(system, {.deviations = pre_emption}, {});
    CHECK(result.end == ReplayEnd::not_reproduced);
    CHECK(result.schedule.steps.size() == 4);
}

TEST_CASE("replay: names what was recorded and what is enabled instead", "[explore]") {
    System system({});
    std::vector<Deviation> lost = pre_emption;
    lost[0].take.outcome = CheckThenAct::lost;
    const ReplayResult result = replay(system, {.fault_budget = 1, .deviations = lost}, {});
    CHECK(result.end == ReplayEnd::diverged);
    CHECK(result.divergence.step == 2);
    CHECK(
        result.divergence.text() ==
        "diverged at step 2: recorded c1:check:lost, enabled {c0:act, c0:act:lost, c1:check}"
    );
}

TEST_CASE("replay: a place that never comes is a divergence at the end of the run", "[explore]") {
    System system({});
    std::vector<Deviation> never = pre_emption;
    never[0].instead_of.occurrence = 1;
    const ReplayResult result = replay(system, {.deviations = never}, {});
    CHECK(result.end == ReplayEnd::diverged);
    CHECK(
        result.divergence.text() ==
        "diverged at step 4: recorded c1:check in place of c0:act, but the run had ended"
    );
}

TEST_CASE("replay: another broken guarantee is kept and does not end the run", "[explore]") {
    Machine<Line> system({.length = 5});
    const std::vector<Deviation> strikes = {
        {{0, 0, 0, 1, {}}, {0, 0, 1, 1, {}}}, {{0, 0, 0, 3, {}}, {0, 0, 1, 3, {}}}};
    const ReplayResult wanted =
        replay(system, {.fault_budget = 2, .deviations = strikes, .guarantee = 4}, {});
    CHECK(wanted.end == ReplayEnd::reproduced);
    REQUIRE(wanted.others.size() == 1);
    CHECK(wanted.others[0].guarantee == 2);
    const ReplayResult any = replay(system, {.fault_budget = 2, .deviations = strikes}, {});
    CHECK(any.end == ReplayEnd::reproduced);
    CHECK(any.violation->guarantee == 2);
    CHECK(any.schedule.steps.size() == 2);
}

TEST_CASE("replay: gives up at the most steps", "[explore]") {
    Machine<Line> system({.length = 5});
    CHECK(replay(system, {.steps_max = 4}, {}).end == ReplayEnd::too_long);
    CHECK(replay(system, {.steps_max = 5}, {}).end == ReplayEnd::not_reproduced);
}

TEST_CASE("replay: on another variant it diverges by name", "[explore]") {
    ProtocolSystem buggy = size_1.system(Protocol::Variant::takeover);
    ProtocolSystem safe = size_1.system(Protocol::Variant::fine);
    const auto found = explore::shortest(buggy, {.guarantee = Protocol::single_effect}).found;
    REQUIRE(found);
    const auto deviations = explore::deviations_of(buggy, found->schedule);
    REQUIRE(deviations);
    const ReplayResult result = replay(safe, {.deviations = *deviations}, {});
    CHECK(result.end == ReplayEnd::diverged);
    CHECK(result.divergence.recorded == "w2:takeover");
}
