#include "harness/merge_parts.hpp"

#include <initializer_list>

#include "harness/schema.hpp"
#include "tests/harness/example_shards.hpp"

namespace onceproof::harness {
namespace {

/// An answer gets lost in one of ten calls; the baseline then pays twice.
constexpr std::string_view lost_at_a_rate = R"(
workload.callers = 1
settle.retries = []
guarantees.check = ["single_effect", "right_result"]
explore.mode = "timed"
explore.cases = 300
[latency]
network = { dist = "exponential", mean = "10ms" }
[[fault]]
kind = "reply-lost"
at = "call.reply"
rate = 0.1
max = 2
)";

/// Answers get lost, twice at most.
const std::string lost_two =
    "settle.retries = []\nfaults.budget = 2\n[[fault]]\nkind = \"reply-lost\"\nat = "
    "\"call.reply\"\n"
    "max = 2\n[[fault]]\nkind = \"crash-after\"\nat = \"any\"\n";

std::string whole_essence(const reports::CellResult& cell) {
    std::string text = essence_of(cell);
    for (const reports::FaultCount& fault : cell.faults) {
        text += "\n" + fault.kind + " " + std::to_string(fault.struck) + " of " +
                std::to_string(fault.offered) + (fault.in_reach ? "" : ", not in reach");
    }
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        text += result.expected ? "\nexpected" : "\nnot expected";
        if (!result.rate.has_value()) continue;
        text += " " + std::to_string(result.rate->violations) + " of " +
                std::to_string(result.rate->cases) + " " + std::to_string(result.rate->low) + " " +
                std::to_string(result.rate->high);
    }
    return text;
}

/// Merged from so many shards, the cell is what one process says of it.
void check_same(const Scenario& scenario, std::initializer_list<std::size_t> counts = {2, 7}) {
    const std::vector<Scenario> scenarios{scenario};
    const reports::CellResult whole = run_whole(scenarios).front();
    for (const std::size_t count : counts) {
        CAPTURE(scenario.id, name_of(scenario.mode), count);
        const testing::TemporaryFolder folder;
        const ShardSet shards = shard_set(run_shards(scenarios, count, folder));
        CHECK(shards.trouble.empty());
        CHECK(shards.missing.empty());
        const MergedRun merged = merge_shards(shards);
        CHECK(merged.trouble.empty());
        REQUIRE(merged.record.cells.size() == 1);
        CHECK_FALSE(merged.record.cells.front().part.has_value());
        CHECK(whole_essence(merged.record.cells.front()) == whole_essence(whole));
    }
}

Scenario in_mode(Scenario scenario, Mode mode, std::size_t cases) {
    scenario.mode = mode;
    scenario.cases = cases;
    return scenario;
}

TEST_CASE("merge parts: shards of walks come to what one process does", "[harness]") {
    for (const Mode mode : {Mode::random, Mode::pct}) {
        // All broken soon, one broken, none broken, and broken by few cases.
        check_same(in_mode(scenario_with("no-guard", lost_reply), mode, 60));
        check_same(in_mode(scenario_with("no-guard", lost_reply_only("single_effect")), mode, 60));
        check_same(in_mode(scenario_with("dedup-table/hardened", lost_reply), mode, 60));
        check_same(in_mode(
            scenario_with("table-lock/published", "workload.callers = 2\n" + lost_two), mode, 60
        ));
    }
}

TEST_CASE("merge parts: rates and intervals of timed shards are those of all cases", "[harness]") {
    check_same(scenario_with("no-guard", lost_at_a_rate), {1, 2, 7, 16});
    check_same(scenario_with("dedup-table/hardened", lost_at_a_rate));
}

TEST_CASE("merge parts: portions of a search unite to its states and verdicts", "[harness]") {
    check_same(scenario_with("no-guard", lost_reply), {1, 2, 7, 16});
    check_same(scenario_with("no-guard", lost_reply_only("single_effect")));
    check_same(scenario_with("dedup-table/hardened", lost_reply));
    check_same(scenario_with("table-lock/published", "workload.callers = 2\n" + lost_two), {3});
    check_same(scenario_with("table-lock/hardened", lost_two), {3});
}

TEST_CASE("merge parts: a fault that struck nowhere leaves the whole vacuous", "[harness]") {
    const std::string never =
        std::string(lost_reply) + "[[fault]]\nkind = \"refused\"\nat = \"kv.get\"\n";
    check_same(scenario_with("redis-key/published", never));
    check_same(in_mode(scenario_with("redis-key/published", never), Mode::random, 40));
    check_same(in_mode(scenario_with("dedup-table", never), Mode::random, 40));
}

TEST_CASE(
    "merge parts: an expected violation that no part finds is a missed control", "[harness]"
) {
    check_same(in_mode(
        scenario_with(
            "dedup-table/hardened", std::string(lost_reply) + "[[expect]]\nverdict = \"violated\"\n"
        ),
        Mode::random,
        40
    ));
}

TEST_CASE("merge parts: a recorded failure is told once, whoever replays it", "[harness]") {
    Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    scenario.regress = {{.token = result_of(run(scenario), "single_effect").token, .note = ""}};
    check_same(scenario);
    check_same(in_mode(scenario, Mode::random, 40));
}

TEST_CASE("merge parts: what is missing or was cut short leaves a verdict open", "[harness]") {
    const std::vector<Scenario> scenarios{
        in_mode(scenario_with("dedup-table/hardened", lost_reply), Mode::random, 100)};
    const testing::TemporaryFolder folder;
    CellParts cell;
    cell.parts = {
        run_shard(scenarios, {1, 2}, folder).record.cells.front(),
        run_shard(scenarios, {2, 2}, folder).record.cells.front()};
    CHECK(merge_parts(cell).verdict() == reports::Verdict::held);
    cell.parts[1].part->limit = "the limit of 1s (explore.limit.time) was reached";
    CHECK(
        result_of(merge_parts(cell), "single_effect").text ==
        "the limit of 1s (explore.limit.time) was reached, covered: 100 cases"
    );
    cell.parts.pop_back();
    cell.missing = "only 1 of 2 shards have their part of the 100 cases";
    const reports::CellResult open = merge_parts(cell);
    CHECK(open.verdict() == reports::Verdict::inconclusive);
    CHECK(open.cases == 50);
    CHECK(
        result_of(open, "single_effect").text ==
        "only 1 of 2 shards have their part of the 100 cases, covered: 50 cases"
    );
}

TEST_CASE("merge parts: a part that could not be run tells of the whole cell", "[harness]") {
    CellParts cell;
    cell.parts.resize(2);
    cell.parts[0].part.emplace();
    cell.parts[1].error = "no such SQL";
    CHECK(merge_parts(cell).error == "no such SQL");
}

}  // namespace
}  // namespace onceproof::harness
