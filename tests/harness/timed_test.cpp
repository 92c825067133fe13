#include "harness/timed.hpp"

#include <thread>

#include "harness/spare_threads.hpp"
#include "model/explore/token.hpp"
#include "model/fake/plan.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// Two clicks a second apart, and a charge that takes longer than the lock lives once in a while.
inline constexpr std::string_view slow_charge = R"(
workload.callers = 2
workload.attempts = 1
workload.starts = ["0s", "1s"]
strategy.table-lock.transaction = "statements"
strategy.table-lock.ttl = "500ms"
guarantees.check = ["single_effect"]
settle.retries = []
explore.mode = "timed"
explore.cases = 500
[latency]
network = "1ms"
gateway = { dist = "exponential", mean = "250ms" }
)";

/// An answer gets lost, or Redis fails over.
inline constexpr std::string_view with_rates = R"(
workload.callers = 1
guarantees.check = ["single_effect"]
settle.retries = []
explore.mode = "timed"
explore.cases = 500
[latency]
network = { dist = "exponential", mean = "10ms" }
[[fault]]
kind = "reply-lost"
at = "call.reply"
rate = 0.1
max = 2
)";

/// The cell, with `threads` - 1 spare threads that help.
reports::CellResult run_on(std::size_t threads, const Scenario& scenario, std::uint64_t seed) {
    SpareThreads spare(threads);
    SearchOptions options;
    options.seed = seed;
    options.spare = &spare;
    std::vector<std::jthread> others;
    for (std::size_t other = 1; other < threads; ++other) {
        others.emplace_back([&] { spare.serve(); });
    }
    const reports::CellResult cell = run(scenario, options);
    spare.serve();
    return cell;
}

TEST_CASE("timed cell: a broken guarantee has a rate, and a token that replays it", "[harness]") {
    const Scenario scenario = scenario_with("table-lock/published", slow_charge);
    const reports::CellResult cell = run(scenario);
    CHECK(cell.mode == "timed");
    CHECK(cell.cases == 500);
    const reports::GuaranteeResult& result = result_of(cell, "single_effect");
    CHECK(result.verdict == reports::Verdict::violated);
    REQUIRE(result.rate.has_value());
    CHECK(result.rate->cases == 500);
    CHECK(result.rate->violations == 11);
    // The charge takes more than 1 s: e^-4.
    CHECK(result.rate->low < 0.0183);
    CHECK(result.rate->high > 0.0183);
    CHECK(result.faults == 0);
    const explore::DecodedToken token = explore::decode(result.token);
    REQUIRE(token.token.has_value());
    CHECK(token.token->case_seed.has_value());
    CHECK(token.token->deviations.empty());
    Scenario recorded = scenario;
    recorded.cases = 1;
    recorded.regress = {{.token = result.token, .note = ""}};
    const reports::CellResult again = run(recorded);
    CHECK(result_of(again, "single_effect").verdict == reports::Verdict::violated);
    CHECK(result_of(again, "single_effect").token == result.token);
}

TEST_CASE("timed cell: a guarantee that never broke held, below a bound", "[harness]") {
    const reports::CellResult cell = run(scenario_with("dedup-table/hardened", with_rates));
    const reports::GuaranteeResult& result = result_of(cell, "single_effect");
    CHECK(result.verdict == reports::Verdict::held);
    REQUIRE(result.rate.has_value());
    CHECK(result.rate->violations == 0);
    CHECK(result.rate->low == 0);
    CHECK(result.rate->high == 0.006);
    CHECK(cell.fault_budget == 2);
}

TEST_CASE("timed cell: the counterexample keeps only the faults that it needs", "[harness]") {
    const reports::CellResult cell = run(scenario_with("no-guard", with_rates));
    const reports::GuaranteeResult& result = result_of(cell, "single_effect");
    CHECK(result.verdict == reports::Verdict::violated);
    CHECK(result.faults == 1);
    // Lost once in ten attempts, and up to three of them.
    CHECK(result.rate->violations == 48);
    const explore::DecodedToken token = explore::decode(result.token);
    REQUIRE(token.token.has_value());
    CHECK(token.token->deviations.size() == 1);
    CHECK(token.token->fault_budget == 1);
}

TEST_CASE("timed cell: a fault whose rate is too small to strike leaves it open", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/hardened", with_rates);
    scenario.faults.front().rate = 0.00001;
    const reports::GuaranteeResult result = result_of(run(scenario), "single_effect");
    CHECK(result.verdict == reports::Verdict::inconclusive);
    CHECK(
        result.text ==
        "vacuous: reply-lost at call.reply never struck, though it could have 500 times"
    );
}

TEST_CASE("timed cell: the number of threads does not count", "[harness]") {
    Scenario scenario = scenario_with("table-lock/published", slow_charge);
    scenario.settle = {std::chrono::seconds(0), std::chrono::seconds(400)};
    std::vector<std::string> essences;
    for (const std::size_t threads : {1U, 2U, 3U, 9U}) {
        const reports::CellResult cell = run_on(threads, scenario, 5);
        essences.push_back(
            essence_of(cell) + " " + std::to_string(cell.guarantees.front().rate->violations)
        );
        CHECK(essences.back() == essences.front());
    }
    CHECK(essence_of(run_on(1, scenario, 6)) != essences.front());
}

TEST_CASE("timed cell: an interrupt leaves it open, with the cases so far", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/hardened", with_rates);
    SearchOptions options;
    options.should_stop = [] {
        return true;
    };
    const reports::CellResult cell = run(scenario, options);
    CHECK(cell.verdict() == reports::Verdict::inconclusive);
    CHECK(cell.cases < 500);
    CHECK(result_of(cell, "single_effect").text.starts_with("interrupted"));
}

TEST_CASE("timed cell: at most so many faults strike as their rules allow together", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/hardened", with_rates);
    CHECK(faults_max(scenario) == 2);
    scenario.faults.assign(16, scenario.faults.front());
    for (FaultRule& fault : scenario.faults) {
        fault.max = 16;
    }
    CHECK(faults_max(scenario) == 255);
}

}  // namespace
}  // namespace onceproof::harness
