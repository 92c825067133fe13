#include "model/explore/portion.hpp"

#include <map>

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/exhaustive.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::exhaustive;
using explore::ExhaustiveResult;
using explore::Menu;
using explore::Option;
using explore::Portion;
using explore::SeenState;

namespace {

struct Counts {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

/// What portions have seen together.
struct United {
    std::map<std::size_t, Counts> counts;  ///< by fault budget
    explore::OutcomeCounts outcomes{};
};

United united(explore::TransitionSystem& system, std::size_t fault_budget, std::size_t portions) {
    std::map<std::size_t, std::map<Fingerprint, Menu>> all;
    for (std::size_t which = 0; which < portions; ++which) {
        Portion portion(system, [&](const Option& fault) {
            return (fault.operation + fault.outcome) % portions == which;
        });
        CHECK(
            exhaustive(portion, {.fault_budget = fault_budget}).ending == explore::Ending::exhausted
        );
        for (const auto& [budget, states] : portion.seen().states) {
            for (const SeenState& state : states) {
                all[budget].emplace(state.print, portion.seen().menus.at(state.menu));
            }
        }
    }
    United united;
    for (const auto& [budget, states] : all) {
        Counts& counts = united.counts[budget];
        for (const auto& [print, menu] : states) {
            ++counts.states;
            counts.transitions += menu.size();
            for (const std::uint8_t outcome : menu) {
                ++united.outcomes.at(outcome);
            }
        }
    }
    return united;
}

}  // namespace

TEST_CASE("portion: together they see every state and option of a search, once", "[explore]") {
    ProtocolSystem system = size_3.system(Protocol::Variant::fine);
    const ExhaustiveResult whole = exhaustive(system, {.fault_budget = 2});
    for (const std::size_t portions : {1U, 2U, 7U, 16U}) {
        const United all = united(system, 2, portions);
        REQUIRE(all.counts.size() == 3);
        CHECK(all.outcomes == whole.outcomes);
        for (const explore::BudgetCounts& budget : whole.budgets) {
            CHECK(all.counts.at(budget.fault_budget) == Counts{budget.states, budget.transitions});
        }
    }
}

TEST_CASE("portion: without a fault of its own it sees the runs without faults", "[explore]") {
    Machine<Line> system({.length = 10});
    Portion none(system, [](const Option&) { return false; });
    const ExhaustiveResult result = exhaustive(none, {.fault_budget = 2});
    CHECK(result.budgets[2].states == 11);
    CHECK(result.violations.empty());
    // A state counts all of its options, also those of other portions.
    std::uint64_t options = 0;
    for (const SeenState& state : none.seen().states.at(2)) {
        options += none.seen().menus.at(state.menu).size();
    }
    CHECK(none.seen().states.at(2).size() == 11);
    CHECK(options == 20);
    none.forget();
    CHECK(none.seen().states.empty());
    CHECK(none.seen().menus.empty());
}

TEST_CASE("portion: behind the first fault every other one is offered", "[explore]") {
    Machine<Line> system({.length = 10});
    std::size_t asked = 0;
    Portion all(system, [&](const Option&) {
        ++asked;
        return true;
    });
    all.reset(2);
    CHECK(asked == 0);
    CHECK(all.enabled().size() == 2);
    CHECK(asked == 1);
    const explore::Snapshot calm = all.save();
    all.take(1);
    CHECK(all.enabled().size() == 2);
    CHECK(asked == 1);
    all.restore(calm);
    CHECK(all.enabled().size() == 2);
    CHECK(asked == 2);
}

TEST_CASE("portion: a search that sees far is kept without what it asks twice", "[explore]") {
    // Its set of states outgrows the caches, where it looks ahead.
    ProtocolSystem system = size_4.system(Protocol::Variant::fine);
    const ExhaustiveResult whole = exhaustive(system, {.fault_budget = 2});
    REQUIRE(whole.budgets.back().states > 80'000);
    const United all = united(system, 2, 3);
    CHECK(all.outcomes == whole.outcomes);
    CHECK(all.counts.at(2).states == whole.budgets.back().states);
}
