#include "harness/covered.hpp"

#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::harness {

using explore::BudgetCounts;
using explore::Ending;

TEST_CASE(
    "covered: names the budget that was finished and what was seen of the next", "[harness]"
) {
    std::vector<BudgetCounts> budgets{
        {.fault_budget = 0, .states = 40, .transitions = 90},
        {.fault_budget = 1, .states = 445, .transitions = 1'152},
        {.fault_budget = 2, .states = 100, .transitions = 1, .ending = Ending::memory_limit}};
    CHECK(
        covered_text(budgets, true) ==
        "proved with up to 1 fault (445 states, 1152 transitions); with up to 2 faults 100 states "
        "and 1 transition"
    );
    CHECK(
        covered_text(budgets, false) ==
        "all with up to 1 fault (445 states, 1152 transitions); with up to 2 faults 100 states "
        "and 1 transition"
    );
}

TEST_CASE("covered: nothing is proved when the first budget was not finished", "[harness]") {
    std::vector<BudgetCounts> budgets{
        {.fault_budget = 0, .states = 1, .transitions = 0, .ending = Ending::stopped}};
    CHECK(covered_text(budgets, true) == "with no fault 1 state and 0 transitions");
    budgets[0].ending = Ending::exhausted;
    CHECK(covered_text(budgets, true) == "proved with no fault (1 state, 0 transitions)");
}

}  // namespace onceproof::harness
