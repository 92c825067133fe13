#include "harness/campaign.hpp"

#include <algorithm>
#include <atomic>

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

std::vector<Scenario> two_scenarios() {
    std::vector<Scenario> scenarios{
        scenario_with("no-guard", lost_reply),
        scenario_with("table-lock/published", "workload.callers = 2\n")};
    scenarios[0].strategies.push_back({.name = "dedup-table", .preset = "hardened", .options = {}});
    scenarios[1].strategies.push_back({.name = "table-lock", .preset = "hardened", .options = {}});
    scenarios[1].id = "other";
    return scenarios;
}

std::vector<std::string> essences(const std::vector<reports::CellResult>& cells) {
    std::vector<std::string> texts;
    for (const reports::CellResult& cell : cells) {
        texts.push_back(essence_of(cell));
    }
    return texts;
}

}  // namespace

TEST_CASE("campaign: cells stand in the order of scenarios and of their use lists", "[harness]") {
    const std::vector<Scenario> scenarios = two_scenarios();
    std::vector<std::string> names;
    for (const Cell& cell : plan(scenarios)) {
        names.push_back(cell.scenario->id + " " + cell.use->label());
    }
    CHECK(
        names ==
        std::vector<std::string>{
            "s no-guard/baseline",
            "s dedup-table/hardened",
            "other table-lock/published",
            "other table-lock/hardened"}
    );
}

TEST_CASE(
    "campaign: results stand in plan order and do not depend on the number of threads", "[harness]"
) {
    std::vector<Scenario> scenarios = two_scenarios();
    for (const Mode mode : all_modes) {
        for (Scenario& scenario : scenarios) {
            scenario.mode = mode;
            scenario.cases = 100;
        }
        const std::vector<Cell> cells = plan(scenarios);
        std::vector<std::vector<std::string>> seen;
        SearchOptions options;
        options.seed = 5;
        for (const std::size_t jobs : {1U, 2U}) {
            std::vector<std::size_t> told;
            const auto results =
                run_cells(cells, jobs, options, [&](std::size_t index, const auto& result) {
                    told.push_back(index);
                    CHECK(result.scenario == cells[index].scenario->id);
                });
            std::ranges::sort(told);
            CHECK(told == std::vector<std::size_t>{0, 1, 2, 3});
            seen.push_back(essences(results));
        }
        CHECK(seen[0].size() == 4);
        CHECK(seen[0] == seen[1]);
    }
}

TEST_CASE("campaign: an interrupt leaves out the cells that have not begun", "[harness]") {
    const std::vector<Scenario> scenarios = two_scenarios();
    const std::vector<Cell> cells = plan(scenarios);
    std::atomic<bool> stop{false};
    SearchOptions options;
    options.should_stop = [&] {
        return stop.load();
    };
    const auto results =
        run_cells(cells, 1, options, [&](std::size_t index, const auto&) { stop = index == 1; });
    CHECK(results.size() == 2);
}

TEST_CASE("campaign: without cells there is nothing to do", "[harness]") {
    CHECK(run_cells({}, 3, {}, [](std::size_t, const auto&) {}).empty());
}

}  // namespace onceproof::harness
