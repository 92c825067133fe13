#include "model/explore/exhaustive.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

// The scenarios' own cells: how states are brought back makes no difference, and small spaces have
// known sizes.

namespace onceproof::harness {
namespace {

/// Larger cells are left out: replaying every prefix takes too long.
constexpr std::uint64_t states_max = 3'000;

explore::ExhaustiveResult search(
    const Scenario& scenario, const StrategyUse& use, world::RestoreBy restore_by
) {
    const Stage stage(scenario, use);
    world::World world(stage.config(), restore_by);
    explore::ExhaustiveRequest request{
        .fault_budget = scenario.fault_budget, .guarantees = {}, .limits = {}};
    request.limits.states_max = states_max;
    return explore::exhaustive(world, request);
}

void check_equal(const explore::ExhaustiveResult& one, const explore::ExhaustiveResult& other) {
    REQUIRE(one.budgets.size() == other.budgets.size());
    for (std::size_t i = 0; i < one.budgets.size(); ++i) {
        CHECK(one.budgets[i].states == other.budgets[i].states);
        CHECK(one.budgets[i].transitions == other.budgets[i].transitions);
        CHECK(one.budgets[i].ends == other.budgets[i].ends);
    }
    CHECK(one.outcomes == other.outcomes);
    REQUIRE(one.violations.size() == other.violations.size());
    for (std::size_t i = 0; i < one.violations.size(); ++i) {
        CHECK(one.violations[i].violation == other.violations[i].violation);
        CHECK(one.violations[i].schedule == other.violations[i].schedule);
    }
}

/// "states of the largest budget, transitions over all"
std::string counts(std::string_view strategy, std::string_view more) {
    const Scenario scenario = scenario_with(strategy, more);
    const auto result = search(scenario, scenario.strategies.front(), world::RestoreBy::snapshot);
    CHECK(result.ending == explore::Ending::exhausted);
    std::uint64_t transitions = 0;
    for (const explore::BudgetCounts& budget : result.budgets) {
        transitions += budget.transitions;
    }
    return std::to_string(result.budgets.back().states) + " states, " +
           std::to_string(transitions) + " transitions";
}

}  // namespace

TEST_CASE(
    "restore: snapshots and replays see the same in every small cell of the suite", "[harness]"
) {
    const std::vector<Scenario> suite = scenarios_of();
    std::size_t compared = 0;
    for (const Cell& cell : plan(suite)) {
        CAPTURE(cell.scenario->id, cell.use->label(), cell.scenario->point);
        const auto once = search(*cell.scenario, *cell.use, world::RestoreBy::snapshot);
        if (once.ending != explore::Ending::exhausted) {
            continue;
        }
        check_equal(once, search(*cell.scenario, *cell.use, world::RestoreBy::replay));
        ++compared;
    }
    CHECK(compared >= 30);
}

TEST_CASE("counts: small spaces have the sizes that they had", "[harness]") {
    CHECK(counts("no-guard", lost_reply) == "30 states, 43 transitions");
    CHECK(
        counts(
            "dedup-table/hardened", "workload.callers = 2\nworkload.effect = \"in-transaction\"\n"
        ) == "61 states, 84 transitions"
    );
    CHECK(
        counts(
            "table-lock/published",
            "workload.callers = 1\nfaults.budget = 1\n[[fault]]\nkind = \"stall\"\nfor = \"35s\"\n"
        ) == "181 states, 217 transitions"
    );
    CHECK(
        counts(
            "dedup-table/hardened",
            "workload.callers = 1\nworkload.effect = \"external-idempotent\"\nfaults.budget = 2\n"
            "[[fault]]\nkind = \"crash-before\"\n[[fault]]\nkind = \"late\"\nfor = \"1s\"\n"
        ) == "447 states, 632 transitions"
    );
}

}  // namespace onceproof::harness
