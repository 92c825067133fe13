#include "harness/retrace.hpp"

#include "tests/harness/example_cells.hpp"
#include "tests/world/script.hpp"

namespace onceproof::harness {
namespace {

/// A cell with a caller whose reply may get lost.
struct Ready {
    Scenario scenario = scenario_with("dedup-table/published", lost_reply);
    Stage stage{scenario, scenario.strategies.front()};
    world::World world{stage.config(), world::RestoreBy::snapshot};

    /// The calm run.
    explore::Schedule calm() {
        explore::Schedule schedule{1, {}};
        world.reset(1);
        while (!world.enabled().empty()) {
            schedule.steps.push_back({world.enabled().front(), 0});
            world.take(0);
        }
        return schedule;
    }
};

TEST_CASE("retrace: one schedule gives the same events in one world and in another", "[harness]") {
    Ready one;
    Ready other;
    const explore::Schedule schedule = one.calm();
    const SeenRun run = retrace(one.world, schedule);
    REQUIRE(run.steps.size() == schedule.steps.size());
    CHECK(run.rest.empty());
    CHECK(run.steps.front().happened.find("0 us  c1 -> service: pay order-1 100") == 0);
    CHECK(retrace(one.world, schedule) == run);
    CHECK(retrace(other.world, schedule) == run);
    CHECK(schedule_of(run).steps.size() == schedule.steps.size());
    CHECK_FALSE(difference(one.world, run, run).has_value());
    CHECK_FALSE(left_schedule(one.world, run, schedule).has_value());
}

TEST_CASE("retrace: an option that is not there ends it, and is named", "[harness]") {
    Ready ready;
    explore::Schedule schedule = ready.calm();
    const explore::Option third = schedule.steps[2].option;
    schedule.steps.erase(schedule.steps.begin() + 2);
    const SeenRun run = retrace(ready.world, schedule);
    CHECK(run.steps.size() == 2);
    CHECK(run.rest.front() == third);
    const auto left = left_schedule(ready.world, run, schedule);
    REQUIRE(left.has_value());
    CHECK(left->step == 3);
    CHECK(left->here == left->decision);
    CHECK(left->again.find(ready.world.describe(third)) != std::string::npos);
}

TEST_CASE(
    "difference: the first event that is not the same, by step, actor and text", "[harness]"
) {
    Ready ready;
    const SeenRun run = retrace(ready.world, ready.calm());
    SECTION("what happened") {
        SeenRun again = run;
        again.steps[3].happened = run.steps[3].happened + "db x := y\n";
        again.steps[5].happened.clear();
        const Difference found = *difference(ready.world, run, again);
        CHECK(found.step == 4);
        CHECK(found.decision == ready.world.describe(run.steps[3].taken));
        CHECK(found.what == "what happened");
        CHECK(found.here.empty());
        CHECK(found.again == "db x := y");
        CHECK(found.behind == 3);
    }
    SECTION("the state alone") {
        SeenRun again = run;
        again.steps[1].state.low ^= 1;
        const Difference found = *difference(ready.world, run, again);
        CHECK(found.step == 2);
        CHECK(found.what == "the state behind it");
        CHECK(found.here.size() == 32);
        CHECK(found.here != found.again);
    }
    SECTION("what may come next") {
        SeenRun again = run;
        again.steps[4].enabled.front() = run.steps[0].taken;
        const Difference found = *difference(ready.world, run, again);
        CHECK(found.step == 5);
        CHECK(found.what == "what may come next");
        CHECK(found.here == ready.world.describe(run.steps[4].enabled.front()));
        CHECK(found.again == ready.world.describe(again.steps[4].enabled.front()));
    }
    SECTION("their order") {
        SeenRun again = run;
        std::size_t step = 0;
        while (run.steps[step].enabled.size() < 2) {
            ++step;
        }
        std::swap(again.steps[step].enabled[0], again.steps[step].enabled[1]);
        CHECK(difference(ready.world, run, again)->what == "the order of what may come next");
    }
    SECTION("an end that came too early") {
        SeenRun again = run;
        again.steps.pop_back();
        const Difference found = *difference(ready.world, run, again);
        CHECK(found.step == run.steps.size());
        CHECK(found.again == "nothing");
        again = run;
        again.rest.push_back(run.steps.front().taken);
        CHECK(difference(ready.world, run, again)->step == run.steps.size() + 1);
    }
}

TEST_CASE("difference: a program of its own can hold its strategy to the rule", "[harness]") {
    int runs = 0;
    world::Scene scene(
        world::one_caller(),
        [&](const Request&, Env& env, world::Log&) {
            ++runs;  // outlives the run: what no strategy may do
            static_cast<void>(env.kv.set("mark", std::to_string(runs), {}));
            return Reply{ReplyKind::done, "ok"};
        },
        0
    );
    explore::Schedule schedule;
    while (!scene.world.enabled().empty()) {
        schedule.steps.push_back({scene.world.enabled().front(), 0});
        scene.world.take(0);
    }
    const SeenRun first = retrace(scene.world, schedule);
    const SeenRun again = retrace(scene.world, schedule);
    const auto found = difference(scene.world, first, again);
    REQUIRE(found.has_value());
    CHECK(found->step == 2);
    CHECK(found->decision == "h1.1:kv.set");
    CHECK(found->what == "what happened");
    CHECK(found->here == "0 us  h1.1 -> redis: set mark = 2 -> yes");
    CHECK(found->again == "0 us  h1.1 -> redis: set mark = 3 -> yes");
}

}  // namespace
}  // namespace onceproof::harness
