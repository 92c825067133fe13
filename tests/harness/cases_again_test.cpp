#include "harness/cases_again.hpp"

#include "harness/retrace.hpp"
#include "model/explore/random.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// The cases that are drawn of a cell that was searched in `mode`.
std::vector<CaseAgain> drawn(Mode mode, double percent, std::uint64_t seed = 0) {
    Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    scenario.mode = mode;
    scenario.cases = 200;
    const StrategyUse& use = scenario.strategies.front();
    const reports::CellResult result = run(scenario);
    const Stage stage(scenario, use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    return draw_cases_again(
        world, scenario, identity_of(scenario, use), result, {.percent = percent, .seed = seed}
    );
}

std::size_t faults_in(const std::vector<CaseAgain>& cases) {
    std::size_t faults = 0;
    for (const CaseAgain& one : cases) {
        faults += explore::faults_in(one.schedule);
    }
    return faults;
}

TEST_CASE("cases again: an exhaustive search stands for 100 drawn runs", "[harness]") {
    const auto one = drawn(Mode::exhaustive, 0.1);
    REQUIRE(one.size() == 2);
    CHECK(one[0].name == "drawn run 1");
    CHECK_FALSE(one[0].schedule.steps.empty());
    CHECK(one[1].name.starts_with("op1-"));
    CHECK(explore::faults_in(one[1].schedule) == 1);
    const auto all = drawn(Mode::exhaustive, 100);
    CHECK(all.size() == 101);
    CHECK(faults_in(all) > 5);
}

TEST_CASE("cases again: of walks it is their share, one behind the other", "[harness]") {
    for (const Mode mode : {Mode::random, Mode::pct}) {
        const auto some = drawn(mode, 5);
        REQUIRE(some.size() == 10);
        CHECK(drawn(mode, 0.01).size() == 1);
        const auto all = drawn(mode, 100);
        REQUIRE(all.size() == 200);
        CHECK(all.front().name == "walk 0");
        CHECK(all.back().name == "walk 199");
        CHECK(faults_in(all) > 50);
        const auto same = std::ranges::find(all, some.front().name, &CaseAgain::name);
        REQUIRE(same != all.end());
        CHECK(same->schedule == some.front().schedule);
    }
}

TEST_CASE("cases again: of timed runs it is their share, each with its seed", "[harness]") {
    Scenario scenario = scenario_with(
        "no-guard",
        lost_reply_only("single_effect") +
            "rate = 0.1\n[explore]\nmode = \"timed\"\ncases = 200\n[latency]\n"
            "network = { dist = \"exponential\", mean = \"3ms\" }\n"
    );
    const StrategyUse& use = scenario.strategies.front();
    const reports::CellResult result = run(scenario);
    const Stage stage(scenario, use);
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const auto all = draw_cases_again(
        world, scenario, identity_of(scenario, use), result, {.percent = 100, .seed = 0}
    );
    REQUIRE(all.size() == 200);
    CHECK(all[17].name == "timed case 17");
    CHECK(all[17].schedule.case_seed.has_value());
    CHECK(all[17].schedule.case_seed != all[18].schedule.case_seed);
    CHECK(faults_in(all) == result_of(result, "single_effect").rate->violations);
    const SeenRun once = retrace(world, all[17].schedule);
    CHECK(once.steps.size() == all[17].schedule.steps.size());
    CHECK(schedule_of(once).case_seed == all[17].schedule.case_seed);
    CHECK(retrace(world, all[17].schedule) == once);
    CHECK(retrace(world, all[18].schedule) != once);
}

TEST_CASE("cases again: the seed settles which they are", "[harness]") {
    const auto name_at = [](std::uint64_t seed) {
        return drawn(Mode::random, 1, seed).front().name;
    };
    CHECK(name_at(1) == name_at(1));
    CHECK(name_at(1) != name_at(2));
}

}  // namespace
}  // namespace onceproof::harness
