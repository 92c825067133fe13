#include "reports/join.hpp"

#include <algorithm>

#include "reports/run_json.hpp"
#include "reports/summary.hpp"
#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {

namespace {

/// A run with one cell, in which a failure shows that the example shows as well.
RunRecord small_record() {
    RunRecord record;
    record.version = "0.1.0";
    record.commit = "a41c9e2";
    record.started = "2026-11-30T09:00:00Z";
    record.arguments = {"run", "scenarios/late.toml"};
    record.seed = 7;
    record.seconds = 2;
    record.jobs = 1;
    record.cells_planned = 2;
    record.interrupted = true;
    record.strategies = {facts_of("redis-key/published"), facts_of("token")};
    record.guarantees = example_record().guarantees;
    record.real.versions = {"Redis 7.0.15"};
    record.unreadable = {"results.ndjson, line 2"};
    GuaranteeResult broken = result_of("single_effect", Verdict::violated);
    broken.token = "op1-DDDDD";
    record.cells = {cell_of("late", "token", std::move(broken))};
    record.counterexamples = {{.token = "op1-DDDDD", .trace = {}}};
    return record;
}

std::string refusal(std::vector<StoredRun> runs) {
    const auto joined = join(std::move(runs));
    const auto* why = std::get_if<std::string>(&joined);
    return why == nullptr ? "joined" : *why;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Joined runs: the cells of all, and what is told of each", "[reports]") {
    const RunRecord first = example_record();
    const auto joined = join({{"runs/a", first}, {"runs/b", small_record()}});
    REQUIRE(std::holds_alternative<RunRecord>(joined));
    const auto& record = std::get<RunRecord>(joined);
    REQUIRE(record.cells.size() == first.cells.size() + 1);
    CHECK(record.cells.front().scenario == first.cells.front().scenario);
    CHECK(record.cells.back().scenario == "late");
    CHECK(record.cells_planned == first.cells_planned + 2);
    CHECK(record.seconds == first.seconds + 2);
    CHECK(record.interrupted);
    CHECK(record.strategies.size() == first.strategies.size() + 1);
    CHECK(record.guarantees.size() == first.guarantees.size());
    CHECK(record.unreadable.back() == "runs/b: results.ndjson, line 2");
    CHECK(std::ranges::find(record.real.versions, "Redis 7.0.15") != record.real.versions.end());
    CHECK(record.counterexamples.back().token == "op1-DDDDD");
    REQUIRE(record.joined.size() == 2);
    CHECK(record.joined[0].arguments == first.arguments);
    CHECK(record.joined[1].folder == "runs/b");
    CHECK(record.joined[1].seed == 7);
    CHECK(record.arguments.empty());

    const std::string text = summary(record);
    CHECK(has(text, "0.1.0 (a41c9e2), 2 runs"));
    CHECK(has(text, "- runs/b: root seed 0x0000000000000007, started 2026-11-30T09:00:00Z"));
    CHECK(has(run_json(record), R"("folder": "runs/b")"));
}

TEST_CASE("Joined runs: one run alone stays as it is", "[reports]") {
    const auto joined = join({{"runs/a", example_record()}});
    REQUIRE(std::holds_alternative<RunRecord>(joined));
    CHECK(run_json(std::get<RunRecord>(joined)) == run_json(example_record()));
}

TEST_CASE("Joined runs: two builds, a shard, or a cell in two runs are refused", "[reports]") {
    RunRecord other = small_record();
    other.commit = "b52d0f3";
    CHECK(
        refusal({{"runs/a", example_record()}, {"runs/b", other}}) ==
        "runs/b is a run of onceproof 0.1.0 (b52d0f3), runs/a one of onceproof 0.1.0 (a41c9e2); "
        "`onceproof compare` sets two builds side by side"
    );
    other = small_record();
    other.shard = Shard{};
    CHECK(
        refusal({{"runs/a", example_record()}, {"runs/b", other}}) ==
        "runs/b is one shard of a run; `onceproof merge` makes one run of all shards"
    );
    CHECK(
        refusal({{"runs/a", small_record()}, {"runs/b", small_record()}}) ==
        "late / token is in runs/a and in runs/b; `onceproof compare` sets two runs of a cell "
        "side by side"
    );
}

}  // namespace onceproof::reports
