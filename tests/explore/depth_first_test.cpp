#include "model/explore/depth_first.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "bench/explorer/protocol_counts.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/tasks.hpp"
#include "tests/litmus/together.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::ExhaustiveResult;

namespace {

/// Searches with one helper, who gets the first part of the space that there is to give.
template <class Leader, class Helper>
void search_with(Leader leader, Helper other) {
    explore::Team team(0);
    std::atomic<std::size_t> parts{0};
    std::jthread helper([&] {
        Told system(
            std::move(other), [] {}, [&] { ++parts; }
        );
        team.help(system);
    });
    team.await(1);
    bool wanted = false;
    Told system(
        std::move(leader),
        [&] {
            wanted |= team.wants_work();
            while (parts == 0 && !(wanted && team.wants_work())) {
                wanted |= team.wants_work();
                std::this_thread::yield();
            }
        },
        [] {}
    );
    try {
        static_cast<void>(explore::exhaustive(system, {.fault_budget = 1, .team = &team}));
    } catch (...) {
        team.dismiss();
        throw;
    }
    team.dismiss();
}

/// Three tasks of 50 steps each that touch nothing of one another: 51^3 states, too many for a set
/// that is near the processor. The second task breaks a guarantee by its first step if only the
/// third one has run, to its end; the state that it comes to is reached by other ways before.
struct ThreeTasks {
    using State = std::array<std::uint8_t, 3>;
    static constexpr std::uint8_t steps = 50;

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t /*faults_left*/, OptionList& list) const {
        for (std::uint8_t actor = 0; actor < 3; ++actor) {
            if (state[actor] < steps) {
                list.add({actor, 0, 0, 0});
            }
        }
    }
    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        if (option.actor == 1 && state == State{0, 0, steps}) {
            violations.push_back({1, "the second task came last"});
        }
        ++state[option.actor];
        ++takes;
    }
    void hash(const State& state, Hasher& hasher) const {
        hasher.add(std::uint64_t{state[0]} << 16U | std::uint64_t{state[1]} << 8U | state[2]);
    }
    [[nodiscard]] std::string describe(const explore::Option& option) const {
        std::string name = "t0:step";
        name[1] = static_cast<char>('0' + option.actor);
        return name;
    }

    static inline std::uint64_t takes = 0;
};

}  // namespace

TEST_CASE("depth first: it looks ahead in a large set, and finds the same", "[explore]") {
    Machine<ThreeTasks> system({});
    ThreeTasks::takes = 0;
    const ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 0});
    const explore::BudgetCounts& counts = result.budgets.front();
    CHECK(counts.states == 51 * 51 * 51);
    CHECK(counts.transitions == 3 * 50 * 51 * 51);
    CHECK(counts.ends == 1);
    CHECK(counts.depth_max == 150);
    CHECK(result.outcomes[0] == counts.transitions);
    REQUIRE(result.violations.size() == 1);
    // Only the third task, and then the second one.
    const auto& steps = result.violations.front().schedule.steps;
    REQUIRE(steps.size() == 51);
    CHECK(std::count_if(steps.begin(), steps.end(), [](const explore::Taken& step) {
              return step.option.actor == 2;
          }) == 50);
    CHECK(steps.back().option.actor == 1);
    // Steps to states that turned out to be new were taken again.
    CHECK(ThreeTasks::takes > counts.transitions + 1'000);
}

TEST_CASE("depth first: it begins with the first option and goes on by it", "[explore]") {
    Machine<TwoTasks> system({.steps = 3});
    const explore::ExhaustiveRequest request;
    explore::Space space(request, 0, {}, 1);
    explore::lead(space, system);
    const explore::Space::Outcome outcome = space.finish();
    CHECK(outcome.counts.states == 16);
    CHECK(outcome.counts.transitions == 24);
    CHECK(outcome.counts.ends == 1);
    CHECK(outcome.counts.depth_max == 6);
    CHECK_FALSE(outcome.shared);
}

TEST_CASE("depth first: a helper whose system is another one is found out", "[explore]") {
    // The helper's run of two tasks has an actor that the leader's line has not.
    CHECK_THROWS_AS(
        search_with(Machine<Line>({.length = 200}), Machine<TwoTasks>({.steps = 20})),
        explore::NotRepeatable
    );
}

TEST_CASE("depth first: what the leader's system throws ends the search of all", "[explore]") {
    struct Failing final : Slow<Machine<TwoTasks>> {
        Failing() : Slow(Machine<TwoTasks>({.steps = 200})) {}
        void take(std::size_t option) override {
            if (++steps_ > 200) {
                throw std::runtime_error("no more steps");
            }
            Slow::take(option);
        }

    private:
        int steps_ = 0;
    };
    explore::Team team(0);
    std::jthread helper([&] {
        Slow<Machine<TwoTasks>> other(Machine<TwoTasks>({.steps = 200}));
        team.help(other);
    });
    team.await(1);
    Failing system;
    CHECK_THROWS_WITH(
        explore::exhaustive(system, {.fault_budget = 0, .team = &team}), "no more steps"
    );
    team.dismiss();
}

TEST_CASE("depth first: what a helper's system throws comes out at the leader's", "[explore]") {
    struct Refusing final : Slow<Machine<TwoTasks>> {
        Refusing() : Slow(Machine<TwoTasks>({.steps = 20})) {}
        void take(std::size_t /*option*/) override { throw std::runtime_error("no step"); }
    };
    CHECK_THROWS_WITH(search_with(Machine<TwoTasks>({.steps = 20}), Refusing()), "no step");
}
