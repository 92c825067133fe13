#include "reports/shard_json.hpp"

#include <variant>

#include "reports/matrix.hpp"
#include "reports/outcome.hpp"
#include "reports/run_json.hpp"
#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

RunRecord read(const RunRecord& record) {
    std::string lines;
    for (const CellResult& cell : record.cells) {
        lines += cell_json(cell);
    }
    const auto read = read_run(manifest_json(record, true), lines);
    REQUIRE(std::holds_alternative<RunRecord>(read));
    return std::get<RunRecord>(read);
}

TEST_CASE("shard JSON: what is written is read again", "[reports]") {
    RunRecord record = example_record();
    record.shard = Shard{
        .index = 3,
        .count = 16,
        .plan = "8c1f",
        .cells = {
            {.name = "a", .shard = 2, .cases = 0},
            {.name = "b", .shard = 0, .cases = 900},
            {.name = "c", .shard = 0, .cases = 0}}};
    record.cells[0].part = CellPart{
        .first = 100,
        .cases = 50,
        .limit = "a limit",
        .wanted = {"single_effect"},
        .bound = "one in 7",
        .recovery = 2,
        .recovery_text = "slow",
        .codes = {7, 9},
        .broken = {
            {.guarantee = "single_effect",
             .first = 101,
             .transitions = 20,
             .cases = 3,
             .states = 0,
             .offered = {5},
             .struck = {4}}}};
    record.cells[1].part = CellPart{
        .states = "states/1",
        .broken = {{.guarantee = "x", .first = 1, .transitions = 8, .cases = 0, .states = 5}}};
    const RunRecord again = read(record);
    CHECK(manifest_json(again, true) == manifest_json(record, true));
    for (std::size_t place = 0; place < record.cells.size(); ++place) {
        CHECK(cell_json(again.cells[place]) == cell_json(record.cells[place]));
    }
    REQUIRE(again.shard.has_value());
    CHECK(again.shard->cells[1].cases == 900);
    CHECK(again.cells[0].part->broken[0].struck == std::vector<std::size_t>{4});
    CHECK(again.cells[0].part->codes == std::vector<std::size_t>{7, 9});
    CHECK(again.cells[1].part->broken[0].states == 5);
    CHECK_FALSE(again.cells[2].part.has_value());
    CHECK(headline(again, {}).find("  shard 3/16  ") != std::string::npos);
}

TEST_CASE("shard JSON: a merged run tells of how many, and what is missing", "[reports]") {
    RunRecord record = example_record();
    const std::string before = outcome(record);
    record.shards = 16;
    CHECK(read(record).shards == 16);
    CHECK(headline(record, {}).find("  16 shards  ") != std::string::npos);
    CHECK(outcome(record) == before);
    record.missing = {"shard 7/16 is missing (2 cells: a, b)"};
    CHECK(read(record).missing == record.missing);
    CHECK_FALSE(meets_expectations(record));
    CHECK(outcome(record).ends_with(". PARTIAL: shard 7/16 is missing (2 cells: a, b)."));
}

}  // namespace
}  // namespace onceproof::reports
