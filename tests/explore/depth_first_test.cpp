#include "model/explore/depth_first.hpp"

#include <stdexcept>
#include <string>
#include <thread>

#include "bench/explorer/protocol_counts.hpp"
#include "tests/litmus/line.hpp"
#include "tests/litmus/tasks.hpp"
#include "tests/litmus/together.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::ExhaustiveResult;

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
    explore::Team team(0);
    std::jthread helper([&] {
        Slow<Machine<TwoTasks>> other(Machine<TwoTasks>({.steps = 20}));
        team.help(other);
    });
    team.await(1);
    Slow<Machine<Line>> system(Machine<Line>({.length = 200}));
    std::string trouble;
    try {
        static_cast<void>(explore::exhaustive(system, {.fault_budget = 1, .team = &team}));
    } catch (const explore::NotRepeatable& error) {
        trouble = error.what();
    }
    team.dismiss();
    CHECK_THAT(trouble, Catch::Matchers::Contains("went another way when it was repeated: step "));
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
    struct Broken : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    struct Refusing final : Slow<Machine<TwoTasks>> {
        Refusing() : Slow(Machine<TwoTasks>({.steps = 20})) {}
        void take(std::size_t) override { throw Broken("no step"); }
    };
    explore::Team team(0);
    std::jthread helper([&] {
        Refusing other;
        team.help(other);
    });
    team.await(1);
    Slow<Machine<TwoTasks>> system(Machine<TwoTasks>({.steps = 20}));
    CHECK_THROWS_WITH(explore::exhaustive(system, {.fault_budget = 0, .team = &team}), "no step");
    team.dismiss();
}
