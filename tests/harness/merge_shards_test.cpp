#include "harness/merge_shards.hpp"

#include "tests/harness/example_shards.hpp"

namespace onceproof::harness {
namespace {

std::vector<Scenario> two() {
    std::vector<Scenario> scenarios{
        scenario_with("no-guard", lost_reply_only("single_effect")),
        scenario_with("dedup-table/hardened", lost_reply_only("single_effect"))};
    scenarios[1].id = "other";
    return scenarios;
}

TEST_CASE("merge shards: times, threads and twice-run cases are those of all", "[harness]") {
    const testing::TemporaryFolder folder;
    std::vector<ShardRun> runs = run_shards(two(), 2, folder);
    for (ShardRun& run : runs) {
        run.record.jobs = 3;
        run.record.seconds = run.record.shard->index == 1 ? 5 : 4;
        run.record.started = run.record.shard->index == 1 ? "2026-02" : "2026-01";
        run.record.determinism = {.percent = 1, .cases = 7, .differences = {}, .trouble = ""};
        run.record.determinism.differences.push_back({.scenario = "s", .strategy = "no-guard"});
        run.record.real.versions = {"Redis 7"};
        run.record.counterexamples.push_back({.token = "op1-A", .trace = {}});
    }
    const reports::RunRecord merged = merge_shards(shard_set(runs)).record;
    CHECK(merged.shards == 2);
    CHECK_FALSE(merged.shard.has_value());
    CHECK(merged.jobs == 6);
    CHECK(merged.seconds == 5);
    CHECK(merged.started == "2026-01");
    CHECK(merged.determinism.cases == 14);
    CHECK(merged.determinism.differences.size() == 1);
    CHECK(merged.real.versions.size() == 1);
    CHECK(merged.counterexamples.size() == 1);
    CHECK(merged.cells_planned == 2);
    REQUIRE(merged.cells.size() == 2);
    CHECK(merged.cells[0].scenario == "s");
    CHECK(merged.cells[1].scenario == "other");
}

TEST_CASE("merge shards: what is missing stays in the record, and proves nothing", "[harness]") {
    const testing::TemporaryFolder folder;
    const ShardSet shards = shard_set({run_shard(two(), {2, 2}, folder)});
    const reports::RunRecord merged = merge_shards(shards).record;
    CHECK(merged.missing.size() == 1);
    REQUIRE(merged.cells.size() == 2);
    CHECK(merged.cells[1].verdict() == reports::Verdict::inconclusive);
    CHECK(result_of(merged.cells[1], "single_effect")
              .text.starts_with("only 1 of 2 shards have their part of it, covered: "));
}

TEST_CASE("merge shards: states that are lost or of other searches are trouble", "[harness]") {
    const testing::TemporaryFolder folder;
    ShardSet shards = shard_set(run_shards(two(), 2, folder));
    const reports::CellResult cell = shards.runs[1].record.cells[0];
    folder.write("2/" + cell.part->states, "nothing");
    CHECK(
        merge_shards(shards).trouble ==
        std::vector<std::string>{
            folder.path("2/" + cell.part->states) + ": no file of a shard's states"}
    );
    shards.runs[1].record.cells[0].merged = !cell.merged;
    const std::vector<std::string> trouble = merge_shards(shards).trouble;
    REQUIRE(trouble.size() == 1);
    CHECK(trouble[0].starts_with("s / no-guard/baseline: some shards found that callers"));
}

}  // namespace
}  // namespace onceproof::harness
