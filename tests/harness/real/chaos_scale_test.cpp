#include "harness/real/chaos_scale.hpp"

#include <chrono>

#include "tests/harness/example_cells.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

ChaosScale scale_of(std::string_view strategy, std::string_view more, std::int64_t wanted = 0) {
    const Scenario scenario = scenario_with(strategy, more);
    const StrategyUse& use = scenario.strategies.front();
    return chaos_scale(scenario, options_of(*strategy::find(use.name), use), wanted);
}

TEST_CASE("chaos scale: a caller keeps 250 ms of patience with an attempt", "[harness]") {
    CHECK(scale_of("no-guard/baseline", "workload.timeout = \"5s\"\n").factor == 20);
    CHECK(scale_of("no-guard/baseline", "workload.timeout = \"100ms\"\n").factor == 1);
}

TEST_CASE("chaos scale: different durations stay 20 ms apart, and 1000 is the most", "[harness]") {
    const std::string hours =
        "workload.timeout = \"1h\"\nworkload.backoff = [\"2h\"]\nworkload.callers = 2\n";
    CHECK(scale_of("no-guard/baseline", hours).factor == 1000);
    const std::string close = hours + "workload.starts = [\"0s\", \"3601s\"]\n";
    CHECK(scale_of("no-guard/baseline", close).factor == 50);
    CHECK(scale_of("no-guard/baseline", close).slack == 10ms);
}

TEST_CASE("chaos scale: every time of the strategy keeps 100 ms", "[harness]") {
    const std::string ttl =
        "workload.timeout = \"1h\"\nworkload.backoff = [\"2h\"]\n"
        "[strategy.\"redis-key/published\"]\nttl = \"1s\"\n";
    CHECK(scale_of("redis-key/published", ttl).factor == 10);
    CHECK(scale_of("redis-key/published", ttl, 2).factor == 2);
    CHECK(scale_of("redis-key/published", ttl, 2).slack == 250ms);
}

TEST_CASE(
    "chaos scale: every duration is divided, a driver's patience down to 250 ms", "[harness]"
) {
    const Scenario scenario = scenario_with(
        "redis-key/published",
        "workload.timeout = \"5s\"\nworkload.work = \"2s\"\nworkload.callers = 2\n"
        "workload.starts = [\"0s\", \"4s\"]\nsettle.retries = [\"0s\", \"400s\"]\n"
        "service.database.timeout = \"20s\"\nservice.redis.timeout = \"1s\"\n"
        "faults.budget = 1\n[[fault]]\nkind = \"stall\"\nfor = \"6s\"\n"
    );
    const Scenario short_one = shortened(scenario, 20);
    CHECK(short_one.workload.timeout == 250ms);
    CHECK(short_one.workload.work == 100ms);
    CHECK(short_one.workload.starts == std::vector<Duration>{0s, 200ms});
    CHECK(short_one.settle == std::vector<Duration>{0s, 20s});
    CHECK(short_one.faults.front().duration == 300ms);
    CHECK(short_one.service.sql_timeout == 1s);
    CHECK(short_one.service.kv_timeout == 250ms);
    const strategy::Info& info = *strategy::find("redis-key");
    const strategy::Options options = options_of(info, scenario.strategies.front());
    const strategy::Options short_options = shortened(info, options, 20);
    CHECK(std::get<Duration>(options.at("ttl")) == 300s);
    CHECK(std::get<Duration>(short_options.at("ttl")) == 15s);
    CHECK(std::get<Duration>(shortened(info, options, 1'000'000'000).at("ttl")) >= 1ms);
}

}  // namespace
}  // namespace onceproof::harness
