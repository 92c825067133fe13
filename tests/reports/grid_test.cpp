#include "reports/grid.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("grid: a scenario's sweep points follow its heading", "[reports]") {
    const RunRecord record = example_record();
    const Grid grid = grid_of(record);
    CHECK(
        grid.strategies ==
        std::vector<std::string>{"dedup-table", "two-level/hardened", "redis-key/published"}
    );
    REQUIRE(grid.rows.size() == 4);
    CHECK(grid.rows[0].scenario == "lost-reply");
    CHECK(grid.rows[0].cells.size() == 3);
    CHECK(grid.rows[1].scenario == "lease");
    CHECK(grid.rows[1].cells.empty());
    CHECK(grid.rows[2].point == "ttl=50ms");
    CHECK(grid.rows[3].point == "ttl=2s");
    CHECK(grid.rows[3].cells.at("dedup-table") == &record.cells[6]);
}

TEST_CASE(
    "grid: columns stand in the order of the facts, strategies without any last", "[reports]"
) {
    RunRecord record;
    const GuaranteeResult held = result_of("g", Verdict::held);
    record.cells = {cell_of("a", "x", held), cell_of("a", "y", held), cell_of("a", "z", held)};
    record.strategies = {facts_of("z"), facts_of("unused"), facts_of("y")};
    CHECK(grid_of(record).strategies == std::vector<std::string>{"z", "y", "x"});
}

TEST_CASE("grid: cells of one scenario stand together whatever their order", "[reports]") {
    RunRecord record;
    const GuaranteeResult held = result_of("g", Verdict::held);
    record.cells = {cell_of("a", "x", held), cell_of("b", "x", held), cell_of("a", "y", held)};
    record.cells[0].point = {{"workload.keys", "1"}};
    record.cells[2].point = {{"workload.keys", "2"}};
    const Grid grid = grid_of(record);
    REQUIRE(grid.rows.size() == 4);
    CHECK(grid.rows[1].point == "keys=1");
    CHECK(grid.rows[2].point == "keys=2");
    CHECK(grid.rows[3].scenario == "b");
}

TEST_CASE("point_text: paths are shortened where that is unambiguous", "[reports]") {
    CHECK(point_text({{"strategy.a.ttl", "1s"}, {"workload.keys", "2"}}) == "ttl=1s, keys=2");
    CHECK(
        point_text({{"strategy.a.ttl", "1s"}, {"strategy.b.ttl", "2s"}}) ==
        "strategy.a.ttl=1s, strategy.b.ttl=2s"
    );
}

TEST_CASE("marks_of: a cell is as expected only if all its violations are", "[reports]") {
    CellResult cell = cell_of("s", "a", result_of("g", Verdict::violated));
    CHECK(marks_of(cell).expected_violation);
    cell.guarantees.push_back(result_of("h", Verdict::violated));
    cell.guarantees.back().expected = false;
    CHECK_FALSE(marks_of(cell).expected_violation);
    CHECK_FALSE(marks_of(cell).missed_control);
    cell.guarantees.back().verdict = Verdict::held;
    CHECK(marks_of(cell).expected_violation);
    CHECK(marks_of(cell).missed_control);
}

}  // namespace
}  // namespace onceproof::reports
