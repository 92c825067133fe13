#include "harness/shard_set.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

reports::CellResult cell_of(const std::string& strategy) {
    reports::CellResult cell;
    cell.scenario = "s";
    cell.strategy = strategy;
    return cell;
}

/// Shard `index` of 3 of a plan with two whole cells and one of 9 cases.
ShardRun shard(std::size_t index) {
    ShardRun run;
    run.folder = "out/" + std::to_string(index);
    run.record.version = "1.0";
    run.record.shard = reports::Shard{
        .index = index,
        .count = 3,
        .plan = "8c1f",
        .cells = {
            {.name = "s / a", .shard = 1, .cases = 0},
            {.name = "s / b", .shard = 2, .cases = 0},
            {.name = "s / c", .shard = 0, .cases = 9}}};
    if (index == 1) run.record.cells.push_back(cell_of("a"));
    if (index == 2) run.record.cells.push_back(cell_of("b"));
    run.record.cells.push_back(cell_of("c"));
    run.record.cells.back().part = reports::CellPart{.first = 3 * (index - 1), .cases = 3};
    return run;
}

using Lines = std::vector<std::string>;

TEST_CASE("shard set: complete shards stand in order, without trouble", "[harness]") {
    const ShardSet set = shard_set({shard(2), shard(3), shard(1)});
    CHECK(set.trouble.empty());
    CHECK(set.missing.empty());
    REQUIRE(set.runs.size() == 3);
    CHECK(set.runs[0].folder == "out/1");
    CHECK(set.runs[2].folder == "out/3");
}

TEST_CASE("shard set: a missing shard is named with what it has", "[harness]") {
    const ShardSet set = shard_set({shard(1), shard(3)});
    CHECK(set.trouble.empty());
    CHECK(set.missing == Lines{"shard 2/3 is missing (2 cells: s / b, s / c)"});
}

TEST_CASE("shard set: a shard that is there twice is named", "[harness]") {
    ShardRun again = shard(2);
    again.folder = "other";
    const ShardSet set = shard_set({shard(1), shard(2), shard(3), again});
    CHECK(set.trouble == Lines{"shard 2/3 (other) is doubled: out/2 is the same shard"});
}

TEST_CASE("shard set: a shard of another plan, version or count is foreign", "[harness]") {
    ShardRun other = shard(2);
    other.record.shard->plan = "ffff";
    CHECK(
        shard_set({shard(1), other, shard(3)}).trouble ==
        Lines{"shard 2/3 (out/2) is foreign: its plan is ffff, that of the others 8c1f: other "
              "scenarios, filter, options or seed"}
    );
    other = shard(2);
    other.record.commit = "abc";
    CHECK(
        shard_set({shard(1), other, shard(3)}).trouble ==
        Lines{"shard 2/3 (out/2) is foreign: it was run by onceproof 1.0 (abc), the others by 1.0"}
    );
    other = shard(2);
    other.record.shard->count = 4;
    CHECK(
        shard_set({shard(1), other, shard(3)}).trouble ==
        Lines{"shard 2/4 (out/2) is foreign: the others are of 3"}
    );
    other = shard(2);
    other.record.shard.reset();
    const ShardSet set = shard_set({shard(1), other, shard(3)});
    CHECK(set.trouble == Lines{"out/2: no shard: a run without --shard"});
    CHECK(set.missing.size() == 1);
}

TEST_CASE("shard set: an unfinished shard is missing, unless it was run again", "[harness]") {
    ShardRun cut = shard(2);
    cut.folder = "killed";
    cut.record.interrupted = true;
    cut.record.cells.pop_back();
    CHECK(
        shard_set({shard(1), cut, shard(3)}).missing ==
        Lines{"shard 2/3 (killed) is not finished: 1 of its 2 cells are there; not 1 cell: s / c"}
    );
    const ShardSet set = shard_set({shard(1), cut, shard(3), shard(2)});
    CHECK(set.trouble.empty());
    CHECK(set.missing.empty());
    CHECK(set.runs.size() == 3);
}

TEST_CASE("shard set: cells and cases that are not a shard's own are refused", "[harness]") {
    ShardRun other = shard(3);
    other.record.cells.push_back(cell_of("a"));
    CHECK(
        shard_set({shard(1), shard(2), other}).trouble ==
        Lines{"shard 3/3 (out/3) has a cell twice, or one that is not its own: s / a"}
    );
    other = shard(3);
    other.record.cells[0].part->first = 5;
    CHECK(
        shard_set({shard(1), shard(2), other}).trouble ==
        Lines{"shard 3/3 (out/3) has other cases than its own: s / c"}
    );
    other.record.cells[0].part.reset();
    CHECK(shard_set({shard(1), shard(2), other}).trouble.size() == 1);
    other.record.cells[0].error = "SQL beyond the fake";
    CHECK(shard_set({shard(1), shard(2), other}).trouble.empty());
    other = shard(2);
    other.record.cells[0].part = reports::CellPart{.states = "states/b"};
    CHECK(
        shard_set({shard(1), other, shard(3)}).trouble ==
        Lines{"shard 2/3 (out/2) has other cases than its own: s / b"}
    );
}

TEST_CASE("shard set: of many missing cells some are named", "[harness]") {
    ShardRun first = shard(1);
    first.record.shard->cells.clear();
    for (int number = 1; number <= 5; ++number) {
        first.record.shard->cells.push_back(
            {.name = "s / " + std::to_string(number), .shard = 2, .cases = 0}
        );
    }
    first.record.cells.clear();
    const ShardSet set = shard_set({first});
    CHECK(
        set.missing ==
        Lines{
            "shard 2/3 is missing (5 cells: s / 1, s / 2, s / 3 and 2 more)",
            "shard 3/3 is missing (0 cells)"}
    );
}

}  // namespace
}  // namespace onceproof::harness
