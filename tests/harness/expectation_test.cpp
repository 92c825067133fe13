#include "harness/expectation.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using Where = std::map<std::string, std::vector<std::string>>;

Scenario scenario_with_expectations() {
    Scenario scenario;
    scenario.point = {{"workload.keys", "2"}};
    scenario.expectations = {
        {"redis-key", Where{{"workload.keys", {"1", "3"}}}, "*", true, "s.toml", 1},
        {"redis-key/published",
         Where{{"workload.keys", {"2"}}},
         "single_effect",
         true,
         "s.toml",
         2},
        {"*", {}, "*", false, "s.toml", 3},
    };
    return scenario;
}

std::size_t line_for(const Scenario& scenario, const StrategyUse& use, const char* guarantee) {
    const Expectation* expectation = expectation_for(scenario, use, guarantee);
    return expectation == nullptr ? 0 : expectation->line;
}

TEST_CASE(
    "expectation_for: the first that fits point, strategy and guarantee counts", "[harness]"
) {
    Scenario scenario = scenario_with_expectations();
    const StrategyUse published{"redis-key", "published", {}};
    const StrategyUse hardened{"redis-key", "hardened", {}};
    CHECK(line_for(scenario, published, "single_effect") == 2);
    CHECK(line_for(scenario, published, "right_result") == 3);
    CHECK(line_for(scenario, hardened, "single_effect") == 3);
    scenario.point.insert_or_assign("workload.keys", std::string("3"));
    CHECK(line_for(scenario, hardened, "single_effect") == 1);
}

TEST_CASE("expectation_for: nothing fits where nothing is expected", "[harness]") {
    CHECK(line_for(Scenario{}, StrategyUse{"redis-key", "", {}}, "single_effect") == 0);
}

}  // namespace
}  // namespace onceproof::harness
