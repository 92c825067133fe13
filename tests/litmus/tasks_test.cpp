#include "tests/litmus/tasks.hpp"

#include "model/explore/exhaustive.hpp"
#include "tests/litmus/enumerate.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;

TEST_CASE("two tasks: n steps each have C(2n, n) schedules (n = 1 to 6)", "[litmus]") {
    const auto [steps, runs] =
        GENERATE(table<int, std::uint64_t>({{1, 2}, {2, 6}, {3, 20}, {4, 70}, {5, 252}, {6, 924}}));
    litmus::Machine<litmus::TwoTasks> system({static_cast<std::uint8_t>(steps)});
    CHECK(litmus::count_runs(system, 0) == runs);
}

TEST_CASE("two tasks: n steps each have (n + 1)^2 states and 2n(n + 1) transitions", "[litmus]") {
    const int steps = GENERATE(1, 2, 3, 4, 5, 6, 100);
    const auto n = static_cast<std::uint64_t>(steps);
    litmus::Machine<litmus::TwoTasks> system({static_cast<std::uint8_t>(steps)});
    const explore::ExhaustiveResult result = explore::exhaustive(system, {});
    REQUIRE(result.budgets.size() == 1);
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(result.budgets[0].states == (n + 1) * (n + 1));
    CHECK(result.budgets[0].transitions == 2 * n * (n + 1));
    CHECK(result.budgets[0].ends == 1);
    CHECK(result.budgets[0].depth_max == 2 * n);
}
