#include "harness/coverage.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

constexpr std::string_view head =
    "workload.callers = 1\nworkload.effect = \"in-transaction\"\nfaults.budget = 1\n";

Scenario with_faults(std::string_view strategy, std::string_view faults) {
    return scenario_with(strategy, std::string(head) + std::string(faults));
}

using Faults = std::vector<reports::FaultCount>;

Faults faults(const Scenario& scenario, const std::vector<RuleCount>& counts) {
    return fault_counts(scenario, scenario.strategies.front(), counts);
}

Coverage coverage(const Scenario& scenario, const std::vector<RuleCount>& counts) {
    return coverage_of(faults(scenario, counts));
}

const std::string failover = "[[fault]]\nkind = \"redis-failover\"\n";
const std::string kv_refused = "[[fault]]\nkind = \"refused\"\nat = \"kv\"\n";
const std::string sql_refused = "[[fault]]\nkind = \"refused\"\nat = \"sql\"\n";
const std::string stall = "[[fault]]\nkind = \"stall\"\nat = \"sql\"\nfor = \"1s\"\n";

}  // namespace

TEST_CASE("coverage: without faults there is nothing to cover", "[harness]") {
    const Coverage result = coverage(with_faults("no-guard", ""), {});
    CHECK(result.applies);
    CHECK(result.idle.empty());
}

TEST_CASE("coverage: faults at a store that the strategy lacks do not apply", "[harness]") {
    const Scenario scenario = with_faults("dedup-table", failover + kv_refused);
    const Coverage result = coverage(scenario, {{}, {}});
    CHECK_FALSE(result.applies);
    CHECK(result.idle.empty());
    const Faults lacking = faults(scenario, {{}, {}});
    REQUIRE(lacking.size() == 2);
    CHECK_FALSE(lacking[0].in_reach);
    CHECK(lacking[1].kind == "refused");
    CHECK(lacking[1].at == "kv");
    CHECK(coverage(with_faults("table-lock", failover + kv_refused), {{}, {}}).applies);
}

TEST_CASE("coverage: a store that is lacking is no gap beside a fault that struck", "[harness]") {
    const Coverage result = coverage(with_faults("dedup-table", failover + stall), {{}, {9, 9}});
    CHECK(result.applies);
    CHECK(result.idle.empty());
    const Faults struck = faults(with_faults("dedup-table", failover + stall), {{}, {9, 9}});
    REQUIRE(struck.size() == 2);
    CHECK(struck[1].in_reach);
    CHECK(struck[1].offered == 9);
    CHECK(struck[1].struck == 9);
}

TEST_CASE("coverage: every kind that could strike and never did is named", "[harness]") {
    const Scenario scenario = with_faults("table-lock", failover + stall);
    CHECK(
        coverage(scenario, {{}, {}}).idle ==
        "redis-failover never struck, stall at sql never struck"
    );
    CHECK(coverage(scenario, {{1, 1}, {}}).idle == "stall at sql never struck");
    CHECK(
        coverage(scenario, {{7, 0}, {1, 1}}).idle ==
        "redis-failover never struck, though it could have 7 times"
    );
}

TEST_CASE("coverage: faults of one kind stand for each other", "[harness]") {
    const Scenario scenario = with_faults("table-lock", kv_refused + sql_refused);
    CHECK(coverage(scenario, {{}, {1, 1}}).idle.empty());
    CHECK_FALSE(coverage(scenario, {{}, {}}).idle.empty());
}

TEST_CASE("coverage: the effect decides whether there is a gateway or a database", "[harness]") {
    using enum world::Target;
    Scenario scenario = scenario_with("no-guard", "");
    const StrategyUse& use = scenario.strategies.front();
    CHECK(targets_of(scenario, use) == std::vector{service, gateway});
    scenario.workload.effect = Effect::in_transaction;
    CHECK(targets_of(scenario, use) == std::vector{service, database});
    scenario.workload.consumers = 1;
    CHECK(targets_of(scenario, use) == std::vector{service, database, broker});
}

}  // namespace onceproof::harness
