#include "harness/cell.hpp"

#include "model/explore/replay.hpp"
#include "model/explore/token.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

using reports::Verdict;

Scenario random_walks(Scenario scenario) {
    scenario.mode = Mode::random;
    scenario.cases = 200;
    return scenario;
}

}  // namespace

TEST_CASE("canary: no-guard is caught by every explorer", "[harness]") {
    const std::string text = lost_reply_only("single_effect");
    const Scenario scenario = scenario_with("no-guard", text);
    const Scenario priorities = scenario_with("no-guard", std::string(by_priorities) + text);
    for (const Scenario& one : {scenario, random_walks(scenario), priorities}) {
        const reports::CellResult cell = run(one);
        CAPTURE(cell.mode);
        const reports::GuaranteeResult& effects = result_of(cell, "single_effect");
        CHECK(effects.verdict == Verdict::violated);
        CHECK(effects.text == "2 effects for key pay-1 (the last by h1.2); at most 1 allowed");
        CHECK(effects.faults == 1);
        CHECK_FALSE(effects.expected);
    }
}

TEST_CASE(
    "canary: it is caught without any fault, by two clicks and by the quiet retry", "[harness]"
) {
    const Scenario two_clicks = scenario_with("no-guard", "workload.callers = 2\n");
    CHECK(result_of(run(two_clicks), "single_effect").verdict == Verdict::violated);
    const Scenario one_click = scenario_with("no-guard", "workload.callers = 1\n");
    const reports::CellResult cell = run(one_click);
    CHECK(result_of(cell, "single_effect").text.ends_with("+0s; at most 1 allowed"));
    CHECK(result_of(cell, "single_effect").faults == 0);
}

TEST_CASE("cell: an exhausted space proves, and says how many states it had", "[harness]") {
    const reports::CellResult cell = run(scenario_with("dedup-table/hardened", lost_reply));
    CHECK(cell.verdict() == Verdict::proved);
    CHECK(cell.mode == "exhaustive");
    CHECK(cell.fault_budget == 1);
    CHECK(cell.states > 10);
    CHECK(cell.transitions >= cell.states);
    CHECK(cell.error.empty());
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        CHECK(result.expected);
        CHECK(result.expectation == "safe");
        CHECK(result.token.empty());
    }
}

TEST_CASE("cell: walks that find nothing hold, and say how many they were", "[harness]") {
    const reports::CellResult cell =
        run(random_walks(scenario_with("dedup-table/hardened", lost_reply)));
    CHECK(cell.verdict() == Verdict::held);
    CHECK(cell.mode == "random");
    CHECK(cell.cases == 200);
}

TEST_CASE("cell: the token of a violation replays to the same sentence", "[harness]") {
    const Scenario scenario = scenario_with("table-lock/published", lost_reply);
    const reports::CellResult cell = run(scenario);
    std::size_t replayed = 0;
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        if (result.verdict != Verdict::violated) {
            continue;
        }
        const explore::DecodedToken decoded = explore::decode(result.token);
        REQUIRE(decoded.token.has_value());
        CHECK(decoded.token->cell == identity_of(scenario, scenario.strategies.front()).cell);
        const Stage stage(scenario, scenario.strategies.front());
        world::World world(stage.config(), world::RestoreBy::snapshot);
        const explore::ReplayResult replay = explore::replay(
            world,
            {.fault_budget = decoded.token->fault_budget,
             .deviations = decoded.token->deviations,
             .guarantee = decoded.token->guarantee},
            {}
        );
        CHECK(replay.end == explore::ReplayEnd::reproduced);
        CHECK(replay.violation->text == result.text);
        CHECK(replay.schedule.steps.size() == result.steps);
        ++replayed;
    }
    CHECK(replayed >= 1);
}

TEST_CASE("cell: what is expected decides whether a verdict is a surprise", "[harness]") {
    Scenario caught = scenario_with("no-guard", lost_reply);
    Expectation expected;
    expected.guarantee = "single_effect";
    expected.violated = true;
    expected.file = "s.toml";
    expected.line = 7;
    caught.expectations = {expected};
    const reports::CellResult known_bad = run(caught);
    CHECK(result_of(known_bad, "single_effect").expected);
    CHECK(result_of(known_bad, "single_effect").expectation == "violated (s.toml:7)");

    Scenario safe = scenario_with("dedup-table/hardened", lost_reply);
    safe.expectations = caught.expectations;
    const reports::CellResult missed = run(safe);
    CHECK(result_of(missed, "single_effect").verdict == Verdict::proved);
    CHECK_FALSE(result_of(missed, "single_effect").expected);
}

TEST_CASE("cell: a fault that could strike but never does leaves it inconclusive", "[harness]") {
    Scenario scenario = scenario_with(
        "table-lock/hardened",
        "workload.callers = 1\nfaults.budget = 1\n[[fault]]\nkind = \"stall\"\n"
        "at = \"kv.compare-and-set\"\nfor = \"1s\"\n"
    );
    for (const Scenario& one : {scenario, random_walks(scenario)}) {
        const reports::CellResult cell = run(one);
        CHECK(cell.verdict() == Verdict::inconclusive);
        const reports::GuaranteeResult& effects = result_of(cell, "single_effect");
        CHECK(effects.text == "vacuous: stall at kv.compare-and-set never struck");
        CHECK(effects.expected);
    }
}

TEST_CASE("cell: faults at a store that the strategy lacks do not apply to it", "[harness]") {
    Scenario scenario = scenario_with(
        "dedup-table/hardened",
        "workload.callers = 1\nworkload.effect = \"in-transaction\"\n"
        "faults.budget = 1\n[[fault]]\nkind = \"redis-failover\"\n"
    );
    const reports::CellResult cell = run(scenario);
    CHECK(cell.verdict() == Verdict::not_applicable);
    CHECK(
        result_of(cell, "single_effect").text ==
        "no fault of the scenario can strike what the strategy calls"
    );
    CHECK(result_of(cell, "single_effect").expected);
    Expectation violated;
    violated.violated = true;
    scenario.expectations = {violated};
    CHECK_FALSE(result_of(run(scenario), "single_effect").expected);
}

TEST_CASE("cell: a limit on memory leaves it inconclusive, and is named", "[harness]") {
    Scenario scenario = scenario_with(
        "dedup-table/hardened",
        "workload.callers = 2\nworkload.effect = \"in-transaction\"\nfaults.budget = 1\n"
        "guarantees.check = [\"single_effect\"]\nexplore.limit = { memory = \"20KiB\" }\n"
        "[[fault]]\nkind = \"reply-lost\"\n"
    );
    const reports::CellResult cell = run(scenario);
    CHECK(cell.verdict() == Verdict::inconclusive);
    CHECK_THAT(
        result_of(cell, "single_effect").text,
        Catch::Matchers::StartsWith(
            "the memory limit of 20KiB (explore.limit.memory) was reached, covered: "
        )
    );
    scenario.memory_max = {1 << 30};
    CHECK(run(scenario).verdict() == Verdict::proved);
}

TEST_CASE("cell: a violation counts even where no fault can strike", "[harness]") {
    const reports::CellResult cell = run(scenario_with(
        "no-guard",
        "workload.callers = 2\nfaults.budget = 1\n[[fault]]\nkind = \"redis-failover\"\n"
    ));
    CHECK(result_of(cell, "single_effect").verdict == Verdict::violated);
}

TEST_CASE(
    "cell: an expected violation carries the window that the expectation names", "[harness]"
) {
    Scenario scenario = scenario_with("no-guard", lost_reply);
    Expectation expected;
    expected.guarantee = "single_effect";
    expected.violated = true;
    expected.window = "Z5";
    scenario.expectations = {expected};
    const reports::CellResult cell = run(scenario);
    CHECK(result_of(cell, "single_effect").window == "Z5");
    CHECK(result_of(cell, "single_effect").window_text.starts_with("the caller gives up"));
    CHECK(result_of(cell, "no_lost_request").window.empty());
}

TEST_CASE("cell: a limit on states leaves it inconclusive, and is named", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/hardened", lost_reply);
    scenario.states_max = 10;
    const reports::CellResult cell = run(scenario);
    CHECK(cell.verdict() == Verdict::inconclusive);
    CHECK(
        result_of(cell, "single_effect").text ==
        "the limit of 10 states (explore.limit.states) was reached, covered: with no fault 11 "
        "states and 10 transitions"
    );
}

TEST_CASE(
    "cell: a limit on time or an interrupt leaves it inconclusive, and is named", "[harness]"
) {
    Scenario scenario = scenario_with("dedup-table/hardened", lost_reply);
    const SearchOptions interrupt{.seed = 0, .should_stop = [] {
                                      return true;
                                  }};
    CHECK(
        result_of(run(scenario, interrupt), "single_effect").text ==
        "interrupted, covered: with no fault 2 states and 1 transition"
    );
    scenario.time_max = Duration{0};
    CHECK(
        result_of(run(scenario), "single_effect").text ==
        "the limit of 0s (explore.limit.time) was reached, covered: with no fault 2 states and 1 "
        "transition"
    );
}

TEST_CASE("cell: a violation counts even where a limit ends the search", "[harness]") {
    Scenario scenario = scenario_with("no-guard", "workload.callers = 2\n");
    scenario.guarantees = {"single_effect", "right_result"};
    scenario.states_max = 12;
    const reports::CellResult cell = run(scenario);
    CHECK(result_of(cell, "single_effect").verdict == Verdict::violated);
    CHECK(result_of(cell, "right_result").verdict == Verdict::inconclusive);
}

TEST_CASE("cell: a payload guarantee without another payload does not apply", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/published", "workload.callers = 2\n");
    scenario.guarantees = {"bound_to_payload"};
    CHECK(result_of(run(scenario), "bound_to_payload").verdict == Verdict::not_applicable);
    scenario.workload.other_payload = true;
    CHECK(result_of(run(scenario), "bound_to_payload").verdict == Verdict::violated);
    scenario.workload.other_payload = false;
    scenario.workload.other_order = true;
    CHECK(result_of(run(scenario), "bound_to_payload").verdict == Verdict::violated);
}

TEST_CASE("cell: without quiet retries no key can be found stuck", "[harness]") {
    const reports::CellResult cell =
        run(scenario_with("no-guard", lost_reply_only("no_stuck_key")));
    CHECK(result_of(cell, "no_stuck_key").verdict == Verdict::not_applicable);
    CHECK(result_of(cell, "no_stuck_key").expected);
}

TEST_CASE("cell: a recovery that needs a later quiet retry is noted", "[harness]") {
    const reports::CellResult cell = run(scenario_with(
        "dedup-table/hardened",
        "workload.callers = 1\nworkload.attempts = 1\nworkload.effect = \"external-idempotent\"\n"
        "faults.budget = 1\n[[fault]]\nkind = \"crash-after\"\nat = \"sql.insert\"\n"
    ));
    CHECK(cell.note == "slowest recovery: the quiet retry after +400s");
    CHECK(run(scenario_with("dedup-table/hardened", lost_reply)).note.empty());
}

TEST_CASE("cell: both ways to restore give the same results", "[harness]") {
    for (const std::string_view strategy : {"no-guard", "table-lock/published"}) {
        const Scenario scenario = scenario_with(strategy, lost_reply);
        const SearchOptions replay{
            .seed = 0,
            .should_stop = {},
            .progress = nullptr,
            .restore_by = world::RestoreBy::replay};
        CHECK(essence_of(run(scenario)) == essence_of(run(scenario, replay)));
    }
}

TEST_CASE("cell: messages without a guard: a re-drive makes the effect again", "[harness]") {
    const Scenario scenario = scenario_with(
        "no-guard",
        "workload = { callers = 1, load = \"messages\", consumers = 2 }\n"
        "faults.budget = 1\n[[fault]]\nkind = \"redelivery\"\n"
        "[settle]\nretries = [\"0s\"]\n"
    );
    const reports::CellResult cell = run(scenario);
    CHECK(cell.error.empty());
    const reports::GuaranteeResult& single = result_of(cell, "single_effect");
    CHECK(single.verdict == reports::Verdict::violated);
    CHECK(
        single.text ==
        "2 effects for key pay-1 (the last by k1) in the re-drive after +0s; at most 1 allowed"
    );
    CHECK(result_of(cell, "no_lost_request").verdict == reports::Verdict::proved);
    CHECK(result_of(cell, "no_stuck_key").verdict == reports::Verdict::proved);
    CHECK(result_of(cell, "right_result").verdict == reports::Verdict::proved);
}

}  // namespace onceproof::harness
