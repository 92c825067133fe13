#include "model/base/proportion.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/timed.hpp"
#include "tests/world/script.hpp"

// Explorers in timed order.

namespace onceproof::world {
namespace {

Reply get_and_charge(const Request& request, Env& env, Log&) {
    static_cast<void>(env.kv.get("k"));
    static_cast<void>(env.gateway.charge(request, std::nullopt));
    return {ReplyKind::done, ""};
}

TEST_CASE("timed order: a race is lost with the probability that mathematics gives it", "[world]") {
    // Both look, charge and mark. Arrivals are 1/3 per ms, charges take 1 ms in the mean: the
    // second looks before the first one's mark with a probability of (1/3) / (1/3 + 1).
    const auto check_then_act = [](const Request& request, Env& env, Log&) {
        const Result<std::optional<std::string>> mark = env.kv.get("mark");
        if (!mark->has_value()) {
            static_cast<void>(env.gateway.charge(request, std::nullopt));
            static_cast<void>(env.kv.set("mark", "1", {}));
        }
        return Reply{ReplyKind::done, ""};
    };
    Config config = one_caller();
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.guarantees = {guarantee::Id::single_effect};
    config.latencies.network = Distribution::exponential(3ms);
    config.latencies.gateway = Distribution::exponential(1ms);
    Scene scene(config, check_then_act, 0);
    const explore::SampleResult result = explore::timed_cases(
        scene.world,
        {.seed = 1,
         .cases = 20'000,
         .begin_case =
             [&](std::uint64_t seed) {
                 scene.world.order_by_time(seed);
             }}
    );
    REQUIRE(result.violations.size() == 1);
    CHECK(result.cases == 20'000);
    CHECK(result.violations.front().cases == 5083);
    const Interval interval = confidence_95(result.violations.front().cases, result.cases);
    CHECK(interval.low < 0.25);
    CHECK(interval.high > 0.25);
}

TEST_CASE("timed order: both ways to come back to a state see the same states", "[world]") {
    Config config = with_faults(
        {{.kind = FaultKind::reply_lost, .max = 2},
         {.kind = FaultKind::crash_after},
         {.kind = FaultKind::redis_restart, .max = 2}}
    );
    config.callers.push_back({.request = pay_1(), .start = 1ms});
    config.attempts_max = 2;
    config.latencies.network = Distribution::exponential(3ms);
    config.latencies.redis = Distribution::exponential(1ms);
    Log log;
    const Script script(get_and_charge, log);
    config.strategy = &script;
    std::vector<std::uint64_t> counts;
    for (const RestoreBy restore_by : {RestoreBy::snapshot, RestoreBy::replay}) {
        World world(config, restore_by);
        world.order_by_time(3);
        const auto result =
            explore::exhaustive(world, {.fault_budget = 2, .guarantees = {}, .limits = {}});
        CHECK(result.ending == explore::Ending::exhausted);
        counts.push_back(result.budgets.back().states);
        counts.push_back(result.budgets.back().transitions);
    }
    CHECK(counts == std::vector<std::uint64_t>{202, 252, 202, 252});
}

}  // namespace
}  // namespace onceproof::world
