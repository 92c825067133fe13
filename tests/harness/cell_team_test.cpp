#include "harness/cell_team.hpp"

#include <thread>

#include "model/explore/exhaustive.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

Scenario large_scenario() {
    return scenario_with(
        "table-lock/published",
        "workload.callers = 2\nfaults.budget = 1\n[[fault]]\nkind = \"crash-after\"\n"
        "[[fault]]\nkind = \"reply-lost\"\n"
    );
}

/// The reports of all cells with that many threads, which join in from the first states on.
std::vector<std::string> essences(std::span<const Cell> cells, std::size_t jobs) {
    SearchOptions options;
    options.alone_states = 0;
    std::vector<std::string> texts;
    for (const auto& cell : run_cells(cells, jobs, options, [](std::size_t, const auto&) {})) {
        texts.push_back(essence_of(cell));
    }
    return texts;
}

}  // namespace

TEST_CASE("cell team: without spare threads a cell has none", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply);
    CellTeam team({&scenario, &scenario.strategies.front()}, {});
    CHECK(team.team() == nullptr);
    CHECK(team.finish() == 0);
}

TEST_CASE("cell team: a thread without a cell helps with a world of its own", "[harness]") {
    const Scenario scenario = large_scenario();
    const Cell cell{&scenario, &scenario.strategies.front()};
    SpareThreads spare(2);
    std::jthread helper([&] { spare.serve(); });
    SearchOptions options;
    options.spare = &spare;
    options.alone_states = 0;
    const Stage stage(scenario, *cell.use);
    world::World world(stage.config(), options.restore_by);
    const auto alone = explore::exhaustive(world, {.fault_budget = 1});
    {
        CellTeam team(cell, options);
        REQUIRE(team.team() != nullptr);
        team.team()->call_helpers();
        team.team()->await(1);
        const auto together = explore::exhaustive(world, {.fault_budget = 1, .team = team.team()});
        REQUIRE(together.budgets.size() == 2);
        for (std::size_t budget = 0; budget < 2; ++budget) {
            CHECK(together.budgets[budget].states == alone.budgets[budget].states);
            CHECK(together.budgets[budget].transitions == alone.budgets[budget].transitions);
            CHECK(together.budgets[budget].ends == alone.budgets[budget].ends);
        }
        CHECK(together.outcomes == alone.outcomes);
    }
    spare.serve();
}

TEST_CASE("cell team: 1 to 4 threads report the same of one cell", "[harness]") {
    Scenario scenario = large_scenario();
    const Cell cell{&scenario, &scenario.strategies.front()};
    const std::vector<std::string> alone = essences({&cell, 1}, 1);
    for (std::size_t jobs = 2; jobs <= 4; ++jobs) {
        CAPTURE(jobs);
        CHECK(essences({&cell, 1}, jobs) == alone);
    }
}

TEST_CASE("cell team: 2 threads report the same of every small cell of the suite", "[harness]") {
    const std::vector<Scenario> suite = scenarios_of();
    std::vector<Cell> cells;
    for (const Cell& cell : plan(suite)) {
        const Stage stage(*cell.scenario, *cell.use);
        world::World world(stage.config(), world::RestoreBy::snapshot);
        const auto result = explore::exhaustive(
            world, {.fault_budget = cell.scenario->fault_budget, .limits = {.states_max = 3'000}}
        );
        if (result.ending == explore::Ending::exhausted) {
            cells.push_back(cell);
        }
    }
    CHECK(cells.size() >= 30);
    // One by one, so that the other thread always has nothing better to do.
    for (const Cell& cell : cells) {
        CAPTURE(cell.scenario->id, cell.use->label(), cell.scenario->point);
        CHECK(essences({&cell, 1}, 2) == essences({&cell, 1}, 1));
    }
}

}  // namespace onceproof::harness
