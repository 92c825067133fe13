#include "tests/litmus/peterson.hpp"

#include "model/explore/exhaustive.hpp"
#include "model/explore/minimise.hpp"
#include "model/explore/shortest.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using litmus::Peterson;
using System = litmus::Machine<Peterson>;

TEST_CASE(
    "peterson: excludes, over all states of a graph with cycles (2 and 3 rounds)", "[litmus]"
) {
    const int rounds = GENERATE(2, 3);
    System system({.rounds = static_cast<std::uint8_t>(rounds), .polite = true});
    const explore::ExhaustiveResult deep = explore::exhaustive(system, {});
    const explore::ShortestResult broad = explore::shortest(system, {});
    CHECK(deep.ending == explore::Ending::exhausted);
    CHECK(deep.violations.empty());
    CHECK(deep.budgets[0].states == broad.states);
    CHECK(deep.budgets[0].transitions == broad.transitions);
    CHECK(deep.budgets[0].ends == 2);  // the turn may end with either
    CHECK(broad.ends == 2);
}

TEST_CASE("peterson: without politeness both get inside by one pre-emption", "[litmus]") {
    System system({.rounds = 1, .polite = false});
    const explore::ExhaustiveResult result = explore::exhaustive(system, {});
    REQUIRE(result.violations.size() == 1);
    const explore::Minimised small = explore::minimise(system, result.violations[0], {});
    // t0 is inside when t1 is let in: raise, yield, look of each.
    CHECK(small.found.schedule.steps.size() == 6);
    CHECK(small.deviations.size() == 1);
}
