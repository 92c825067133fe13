#include "harness/cell_part.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// Cases 20 to 49 of the scenario.
reports::CellResult run_part(const Scenario& scenario) {
    const Cell cell{&scenario, &scenario.strategies.front(), CaseRange{20, 30}, {}};
    return run_cell(cell, {});
}

TEST_CASE("cell part: tells its cases, what broke first in them, and faults", "[harness]") {
    Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    scenario.mode = Mode::random;
    const reports::CellResult cell = run_part(scenario);
    REQUIRE(cell.part.has_value());
    CHECK(cell.part->first == 20);
    CHECK(cell.part->cases == 30);
    CHECK(cell.part->limit.empty());
    CHECK(cell.part->wanted == std::vector<std::string>{"single_effect"});
    REQUIRE(cell.part->broken.size() == 1);
    CHECK(cell.part->broken[0].guarantee == "single_effect");
    CHECK(cell.part->broken[0].first == 20 + cell.cases - 1);
    CHECK(cell.part->broken[0].transitions == cell.transitions);
    REQUIRE(cell.faults.size() == 1);
    CHECK(cell.faults[0].struck > 0);
    CHECK(cell.part->broken[0].struck == std::vector<std::size_t>{cell.faults[0].struck});
    CHECK(cell.part->broken[0].offered == std::vector<std::size_t>{cell.faults[0].offered});
}

TEST_CASE("cell part: that an expected violation is not in it says nothing", "[harness]") {
    Scenario scenario = scenario_with("dedup-table/hardened", lost_reply_only("single_effect"));
    scenario.mode = Mode::random;
    scenario.expectations.push_back({});
    scenario.expectations.back().violated = true;
    const reports::CellResult cell = run_part(scenario);
    CHECK(cell.verdict() == reports::Verdict::held);
    CHECK(cell.guarantees[0].expected);
    CHECK(cell.part->broken.empty());
}

TEST_CASE("cell part: a guarantee has its name by its code", "[harness]") {
    CHECK(guarantee_name(1) == "single_effect");
}

}  // namespace
}  // namespace onceproof::harness
