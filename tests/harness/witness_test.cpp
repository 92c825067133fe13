#include "harness/witness.hpp"

#include <deque>

#include "harness/campaign.hpp"
#include "harness/cases_again.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// What a run has to tell of one cell: all of its 101 cases.
Testimony testimony_of(const Scenario& scenario) {
    const StrategyUse& use = scenario.strategies.front();
    const CellIdentity identity = identity_of(scenario, use);
    const reports::CellResult result = run(scenario);
    const Stage stage(scenario, use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    Testimony testimony{identity, {}};
    for (const CaseAgain& one :
         draw_cases_again(world, scenario, identity, result, {.percent = 100})) {
        testimony.cases.push_back({one.name, retrace(world, one.schedule)});
    }
    return testimony;
}

struct Fixture {
    std::vector<Scenario> scenarios{scenario_with("no-guard", lost_reply_only("single_effect"))};
    std::vector<Cell> cells = plan(scenarios);
    Testimony testimony = testimony_of(scenarios.front());

    Statement hear(std::deque<std::string> messages, std::size_t jobs = 1) {
        return witness(cells, jobs, [&]() -> std::optional<std::string> {
            if (messages.empty()) {
                return std::nullopt;
            }
            std::string next = std::move(messages.front());
            messages.pop_front();
            return next;
        });
    }
};

TEST_CASE("witness: what was told truly is seen again, on any number of threads", "[harness]") {
    Fixture fixture;
    const std::string bytes = bytes_of(fixture.testimony);
    for (const std::size_t jobs : {1U, 3U}) {
        const Statement statement = fixture.hear(std::deque<std::string>(50, bytes), jobs);
        CHECK(statement.trouble.empty());
        CHECK(statement.cases == 50 * 101);
        CHECK(statement.objections.empty());
    }
    CHECK(fixture.hear({}).cases == 0);
}

TEST_CASE("witness: the first false event of a cell is objected to", "[harness]") {
    Fixture fixture;
    Testimony::Case& third = fixture.testimony.cases[2];
    third.run.steps[1].happened = "0 us  h1.1 -> gateway: something else\n";
    fixture.testimony.cases[5].run.steps[0].happened.clear();
    const Statement statement = fixture.hear({bytes_of(fixture.testimony)}, 2);
    REQUIRE(statement.objections.size() == 1);
    CHECK(statement.cases == 101);
    const Objection& objection = statement.objections.front();
    CHECK(objection.cell == fixture.testimony.cell);
    CHECK(objection.name == third.name);
    CHECK(objection.difference.step == 2);
    CHECK(objection.difference.here == "0 us  h1.1 -> gateway: something else");
}

TEST_CASE("witness: an unknown cell or no message at all is trouble", "[harness]") {
    Fixture fixture;
    CHECK(fixture.hear({"what?"}).trouble == "what the run sent cannot be read");
    ++fixture.testimony.cell.content;
    const Statement statement =
        fixture.hear(std::deque<std::string>(200, bytes_of(fixture.testimony)));
    CHECK(statement.trouble == "the scenario files have changed during the run");
    CHECK(statement.cases == 0);
}

}  // namespace
}  // namespace onceproof::harness
