#include "harness/real/chaos.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "harness/real/chaos_record.hpp"
#include "model/base/text.hpp"
#include "tests/harness/example_cells.hpp"
#include "tests/support/catch.hpp"

// Each cell runs for a few seconds; ONCEPROOF_CHAOS_FOR="60s" makes that longer.
namespace onceproof::harness {
namespace {

using guarantee::Id;
using namespace std::chrono_literals;

Duration chaos_time() {
    const char* const wanted = std::getenv("ONCEPROOF_CHAOS_FOR");
    return wanted == nullptr ? Duration(3s) : parse_duration(wanted).value();
}

/// Runs until the guarantee was seen to break, a few times at most: chance decides.
ChaosResult run_until_broken(const Scenario& scenario, Id guarantee) {
    ChaosResult result;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        result = run_chaos(
            {&scenario, &scenario.strategies.front()},
            {.duration = chaos_time(), .seed = seed, .settle_max = 1s}
        );
        INFO(result.trouble);
        REQUIRE(result.trouble.empty());
        const auto count =
            std::ranges::find(result.guarantees, guarantee, &GuaranteeCount::guarantee);
        if (count != result.guarantees.end() && count->within + count->beyond > 0) break;
    }
    return result;
}

const GuaranteeCount& count_of(const ChaosResult& result, Id guarantee) {
    const auto count = std::ranges::find(result.guarantees, guarantee, &GuaranteeCount::guarantee);
    REQUIRE(count != result.guarantees.end());
    return *count;
}

void check_found(const ChaosResult& result, const std::string& fault) {
    const GuaranteeCount& effects = count_of(result, Id::single_effect);
    CHECK(effects.within + effects.beyond > 0);
    REQUIRE(effects.example.has_value());
    CHECK(effects.example->effects.size() > 1);
    CHECK_FALSE(effects.example->events.empty());
    CHECK(result.effects == result.ledger);
    CHECK(result.requests > 0);
    CHECK(result.attempts >= result.requests);
    CHECK(std::ranges::any_of(result.faults, [&](const auto& entry) {
        return entry.first.starts_with(fault) && entry.second > 0;
    }));
}

TEST_CASE("chaos: redis-key charges twice where its claim ends before the work does", "[backend]") {
    const Scenario scenario = scenario_with(
        "redis-key/published",
        "workload.callers = 2\nworkload.attempts = 1\nworkload.effect = \"external\"\n"
        "workload.starts = [\"0s\", \"400ms\"]\nworkload.timeout = \"2s\"\n"
        "settle.retries = []\nguarantees.check = [\"single_effect\"]\n"
        "[strategy.\"redis-key/published\"]\nttl = \"200ms\"\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"stall\"\nat = \"gateway.charge\"\nfor = "
        "\"700ms\"\n"
    );
    const ChaosResult result = run_until_broken(scenario, Id::single_effect);
    CHECK(result.factor == 2);
    check_found(result, "stall at gateway.charge");
}

TEST_CASE("chaos: redis-key charges twice when a failover forgets its claim", "[backend]") {
    const Scenario scenario = scenario_with(
        "redis-key/published",
        "workload.callers = 2\nworkload.effect = \"external\"\nworkload.timeout = \"250ms\"\n"
        "workload.backoff = [\"50ms\"]\nworkload.starts = [\"0s\", \"100ms\"]\n"
        "service.redis = { persistence = \"none\", replica = true }\n"
        "settle.retries = [\"0s\"]\nguarantees.check = [\"single_effect\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"redis-failover\"\nlose = 1\n"
    );
    check_found(run_until_broken(scenario, Id::single_effect), "redis SIGKILL and failover");
}

TEST_CASE("chaos: dedup-table charges twice when its connection is killed", "[backend]") {
    const Scenario scenario = scenario_with(
        "dedup-table/published",
        "workload.callers = 1\nworkload.effect = \"external\"\nworkload.work = \"5ms\"\n"
        "workload.timeout = \"250ms\"\nworkload.backoff = [\"50ms\"]\n"
        "settle.retries = [\"0s\"]\nguarantees.check = [\"single_effect\", \"no_lost_request\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"connection-killed\"\nat = \"sql\"\n"
    );
    const ChaosResult result = run_until_broken(scenario, Id::single_effect);
    check_found(result, "database connection killed");
    CHECK(count_of(result, Id::no_lost_request).within == 0);
}

TEST_CASE("chaos: effects in the same database stay single when it is killed", "[backend]") {
    const Scenario scenario = scenario_with(
        "dedup-table/hardened",
        "workload.callers = 2\nworkload.effect = \"in-transaction\"\nworkload.timeout = \"5s\"\n"
        "settle.retries = [\"0s\"]\n"
        "guarantees.check = [\"single_effect\", \"no_lost_request\", \"right_result\"]\n"
        "[faults]\nbudget = 1\n[[fault]]\nkind = \"database-restart\"\n"
    );
    const ChaosResult result =
        run_chaos({&scenario, &scenario.strategies.front()}, {.duration = chaos_time(), .seed = 1});
    INFO(result.trouble);
    REQUIRE(result.trouble.empty());
    CHECK(result.effects == result.ledger);
    CHECK(result.effects > 0);
    for (const GuaranteeCount& count : result.guarantees) {
        INFO(count.text);
        CHECK(count.within + count.beyond == 0);
    }
}

TEST_CASE("chaos: what needs a broker is not run", "[backend]") {
    const Scenario scenario = scenario_with(
        "mq-dedup/published",
        "workload.load = \"messages\"\nworkload.consumers = 1\nworkload.callers = 1\n"
    );
    const ChaosResult result =
        run_chaos({&scenario, &scenario.strategies.front()}, {.duration = 1s, .seed = 1});
    CHECK(result.not_run == "needs a broker: not run");
}

}  // namespace
}  // namespace onceproof::harness
