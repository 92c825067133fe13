#include "harness/real/chaos_record.hpp"

#include <chrono>

#include "tests/harness/example_cells.hpp"
#include "tests/harness/real/chaos_logs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using guarantee::Id;
using reports::Verdict;
using namespace std::chrono_literals;

const std::string checks =
    "guarantees.check = [\"single_effect\", \"no_stuck_key\", \"bounded_storage\"]\n";
const std::string expects_violation =
    "[[expect]]\nstrategy = \"*\"\nguarantee = \"single_effect\"\nverdict = \"violated\"\n";

reports::CellResult record(const std::string& more, const ChaosResult& result) {
    const Scenario scenario = scenario_with("dedup-table/published", checks + more);
    return record_of({&scenario, &scenario.strategies.front()}, result);
}

ChaosResult result_with(std::size_t within, std::size_t beyond) {
    ChaosResult result;
    result.seconds = 30.2;
    result.requests = 100;
    result.horizons = {0s};
    GuaranteeCount effects;
    effects.guarantee = Id::single_effect;
    effects.within = within;
    effects.beyond = beyond;
    effects.text = "2 effects for key pay-17";
    effects.example = calm_log();
    GuaranteeCount stuck;
    stuck.guarantee = Id::no_stuck_key;
    result.guarantees = {effects, stuck};
    return result;
}

TEST_CASE(
    "chaos record: a violation that is not expected fails, one that is does not", "[harness]"
) {
    const auto surprise = record("", result_with(3, 0));
    CHECK(surprise.mode == "real");
    CHECK(surprise.cases == 100);
    CHECK(surprise.guarantees[0].verdict == Verdict::violated);
    CHECK_FALSE(surprise.guarantees[0].expected);
    CHECK(surprise.guarantees[0].text == "2 effects for key pay-17");
    const auto known = record(expects_violation, result_with(3, 0));
    CHECK(known.guarantees[0].verdict == Verdict::violated);
    CHECK(known.guarantees[0].expected);
}

TEST_CASE("chaos record: what chance has not found is no failure, and said", "[harness]") {
    const auto cell = record(expects_violation, result_with(0, 0));
    CHECK(cell.guarantees[0].verdict == Verdict::held);
    CHECK(cell.guarantees[0].expected);
    CHECK(cell.guarantees[0].text == "not found in 30 s: chance decides");
}

TEST_CASE(
    "chaos record: beyond the bound, only an expected violation counts as found", "[harness]"
) {
    const auto safe = record("", result_with(0, 1));
    CHECK(safe.guarantees[0].verdict == Verdict::held);
    CHECK(
        safe.guarantees[0].text ==
        "1 request broke it beyond the scenario's bound: 2 effects for key pay-17"
    );
    CHECK(record(expects_violation, result_with(0, 1)).guarantees[0].verdict == Verdict::violated);
}

TEST_CASE("chaos record: keys that a later retry might free are inconclusive", "[harness]") {
    ChaosResult result = result_with(0, 0);
    result.guarantees[1].open = 2;
    result.horizons_left_out = {75min};
    const auto cell = record("", result);
    CHECK(cell.guarantees[1].verdict == Verdict::inconclusive);
    CHECK(cell.guarantees[1].text == "2 requests not through after +0s; not waited for +75m");
    CHECK(cell.guarantees[2].verdict == Verdict::not_applicable);
}

TEST_CASE("chaos record: a cell that is not run, and one whose server failed", "[harness]") {
    ChaosResult not_run;
    not_run.not_run = "needs a broker: not run";
    const auto cell = record("", not_run);
    CHECK(cell.note == "needs a broker: not run");
    CHECK(cell.error.empty());
    CHECK(cell.guarantees[0].verdict == Verdict::not_applicable);
    ChaosResult failed;
    failed.trouble = "Redis does not come back";
    CHECK(record("", failed).error == "Redis does not come back");
    CHECK(record("", failed).guarantees[0].verdict == Verdict::inconclusive);
}

}  // namespace
}  // namespace onceproof::harness
