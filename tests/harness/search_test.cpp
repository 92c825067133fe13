#include "harness/search.hpp"

#include "model/explore/token.hpp"
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
    scenario.regress = {{.token = token, .note = "found in spring"}};
    scenario.states_max = 1;
    const reports::CellResult cell = run(scenario);
    CHECK(cell.error.empty());
    CHECK(result_of(cell, "single_effect").verdict == reports::Verdict::violated);
    CHECK(result_of(cell, "single_effect").token == token);
    REQUIRE(cell.regress.size() == 1);
    CHECK(cell.regress[0].token == token);
    CHECK(cell.regress[0].note == "found in spring");
    CHECK(cell.regress[0].guarantee == "single_effect");
    CHECK(cell.regress[0].replayed == reports::Replayed::still_fails);
    CHECK_FALSE(cell.regress[0].expected);
}

TEST_CASE("search: a recorded failure that no longer happens is fixed", "[harness]") {
    // Two clicks break the published form; the token is moved to the hardened form's cell.
    const Scenario before = baseline();
    Scenario after = scenario_with("dedup-table/hardened", lost_reply_only("single_effect"));
    explore::Token token = *explore::decode(result_of(run(before), "single_effect").token).token;
    token.cell = identity_of(after, after.strategies.front()).cell;
    token.deviations.clear();
    after.regress = {{.token = explore::encode(token), .note = ""}};
    const reports::CellResult cell = run(after);
    REQUIRE(cell.regress.size() == 1);
    CHECK(cell.regress[0].replayed == reports::Replayed::fixed);
    CHECK(cell.regress[0].expected);
    CHECK(result_of(cell, "single_effect").verdict == reports::Verdict::proved);
}

TEST_CASE("search: a recorded failure that does not fit any more says where", "[harness]") {
    Scenario scenario = baseline();
    explore::Token token = *explore::decode(result_of(run(scenario), "single_effect").token).token;
    REQUIRE_FALSE(token.deviations.empty());
    token.deviations.front().take.operation = token.deviations.front().instead_of.operation;
    token.deviations.front().take.outcome = 99;
    scenario.regress = {{.token = explore::encode(token), .note = ""}};
    const reports::CellResult cell = run(scenario);
    REQUIRE(cell.regress.size() == 1);
    CHECK(cell.regress[0].replayed == reports::Replayed::diverged);
    CHECK_FALSE(cell.regress[0].expected);
    CHECK(cell.regress[0].text.starts_with("diverged at step "));
    CHECK(cell.regress[0].text.find(", enabled {") != std::string::npos);
}

TEST_CASE("search: a recorded token of another cell says nothing of this one", "[harness]") {
    Scenario other = scenario_with("no-guard", "workload.callers = 2\n");
    other.id = "another";
    Scenario scenario = baseline();
    scenario.regress = {{.token = result_of(run(other), "single_effect").token, .note = ""}};
    scenario.states_max = 1;
    const reports::CellResult cell = run(scenario);
    CHECK(result_of(cell, "single_effect").verdict == reports::Verdict::inconclusive);
    CHECK(cell.regress.empty());
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
    // Timed runs have tokens of their own: with the seed of the case.
    for (const Mode mode : {Mode::exhaustive, Mode::random, Mode::pct}) {
        Scenario other = scenario;
        other.mode = mode;
        CHECK(result_of(run(other), "single_effect").token == token);
    }
}

}  // namespace
}  // namespace onceproof::harness
