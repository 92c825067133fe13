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

TEST_CASE("search: cells draw their walks by seeds of their own", "[harness]") {
    Scenario one = scenario_with("dedup-table/hardened", "workload.callers = 2\n");
    for (const Mode mode : {Mode::random, Mode::pct}) {
        one.mode = mode;
        one.cases = 50;
        Scenario other = one;
        other.id = "another";
        CHECK(run(one).transitions == run(one).transitions);
        CHECK(run(one).transitions != run(other).transitions);
    }
}

TEST_CASE("search: walks by priorities hold, and say what each of them is worth", "[harness]") {
    const std::string text = std::string(by_priorities) + std::string(lost_reply);
    const reports::CellResult cell = run(scenario_with("dedup-table/hardened", text));
    CHECK(cell.verdict() == reports::Verdict::held);
    CHECK(cell.mode == "pct");
    CHECK(cell.cases == 200);
    CHECK(
        cell.note ==
        "each case finds a bug of depth 2 that needs no fault with a probability of at least 1 in "
        "160 (in runs of up to 20 steps by 4 actors)"
    );
}

TEST_CASE("search: every way to search gives a counterexample the same token", "[harness]") {
    const std::string text = lost_reply_only("single_effect");
    const Scenario scenario = scenario_with("no-guard", text);
    const std::string token = result_of(run(scenario), "single_effect").token;
    CHECK_FALSE(token.empty());
    for (const Mode mode : all_modes) {
        Scenario other = scenario;
        other.mode = mode;
        CHECK(result_of(run(other), "single_effect").token == token);
    }
}

TEST_CASE("search: a recorded token that cannot be read is an error of the cell", "[harness]") {
    Scenario scenario = baseline();
    scenario.regress = {"op1-0"};
    CHECK(run(scenario).error.starts_with("[[regress]] token op1-0: "));
}

}  // namespace
}  // namespace onceproof::harness
