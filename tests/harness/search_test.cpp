#include "harness/search.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// The baseline and one lost reply, without quiet retries.
Scenario baseline() {
    return scenario_with("no-guard", lost_reply_only("single_effect"));
}

TEST_CASE("search: a recorded failure is found again, though the search is cut off", "[harness]") {
    Scenario scenario = baseline();
    const std::string token = result_of(run(scenario), "single_effect").token;
    scenario.regress = {token};
    scenario.states_max = 1;
    const reports::CellResult cell = run(scenario);
    CHECK(cell.error.empty());
    CHECK(result_of(cell, "single_effect").verdict == reports::Verdict::violated);
    CHECK(result_of(cell, "single_effect").token == token);
}

TEST_CASE("search: a recorded token of another cell says nothing of this one", "[harness]") {
    Scenario other = scenario_with("no-guard", "workload.callers = 2\n");
    other.id = "another";
    Scenario scenario = baseline();
    scenario.regress = {result_of(run(other), "single_effect").token};
    scenario.states_max = 1;
    CHECK(result_of(run(scenario), "single_effect").verdict == reports::Verdict::inconclusive);
}

TEST_CASE("search: a recorded token that cannot be read is an error of the cell", "[harness]") {
    Scenario scenario = baseline();
    scenario.regress = {"op1-0"};
    CHECK(run(scenario).error.starts_with("[[regress]] token op1-0: "));
}

}  // namespace
}  // namespace onceproof::harness
