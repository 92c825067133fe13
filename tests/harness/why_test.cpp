#include "harness/why.hpp"

#include "model/explore/token.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

TEST_CASE("why: the probability stands beside every step and ends at 1", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Stage stage(scenario, scenario.strategies.front());
    world::World world(stage.config(), world::RestoreBy::snapshot);
    const explore::Token token =
        *explore::decode(result_of(run(scenario), "single_effect").token).token;
    const TracedReplay traced = trace(
        world,
        {.fault_budget = token.fault_budget,
         .deviations = token.deviations,
         .guarantee = token.guarantee}
    );
    const std::vector<double> probability = bug_probability(world, traced, 200);
    REQUIRE(probability.size() == traced.trace.steps.size());
    // Half of the walks are to lose a reply, and there is one place for it.
    CHECK(probability.front() > 0.4);
    CHECK(probability.front() < 0.6);
    CHECK(probability.back() == 1);
    // What follows the lost reply is certain.
    for (std::size_t step = 0; step < probability.size(); ++step) {
        if (traced.trace.steps[step].fault == "reply-lost") {
            CHECK(probability[step] == 1);
            CHECK(probability[step - 1] < 1);
        }
    }
    CHECK(bug_probability(world, traced, 200) == probability);
}

}  // namespace onceproof::harness
