#include "tests/litmus/check_then_act.hpp"

#include "model/explore/exhaustive.hpp"
#include "model/explore/minimise.hpp"
#include "model/explore/shortest.hpp"
#include "tests/litmus/enumerate.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using litmus::CheckThenAct;
using System = litmus::Machine<CheckThenAct>;

TEST_CASE("check then act: two runs make the effect once and four make it twice", "[litmus]") {
    System system({});
    // Whoever acts before the other checks is alone; two checks before two acts come in four
    // orders.
    CHECK(litmus::count_runs(system, 0) == 6);
}

TEST_CASE("check then act: one pre-emption breaks it, by the name of where and who", "[litmus]") {
    System system({});
    const explore::ExhaustiveResult result = explore::exhaustive(system, {});
    REQUIRE(result.violations.size() == 1);
    CHECK(
        result.violations[0].violation ==
        explore::Violation{CheckThenAct::once, "both callers made the effect"}
    );

    const explore::Minimised small = explore::minimise(system, result.violations[0], {});
    CHECK(small.fewest_proved);
    CHECK(small.found.schedule.steps.size() == 4);
    REQUIRE(small.deviations.size() == 1);
    CHECK(
        small.deviations[0].instead_of ==
        explore::Decision{0, CheckThenAct::act, CheckThenAct::ok, 0, {}}
    );
    CHECK(
        small.deviations[0].take ==
        explore::Decision{1, CheckThenAct::check, CheckThenAct::ok, 0, {}}
    );
}

TEST_CASE("check then act: a guarded effect never happens twice, with a fault or two", "[litmus]") {
    System system({.guarded = true});
    const explore::ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 2});
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(result.violations.empty());
    CHECK(result.outcomes[CheckThenAct::lost] > 0);
}
