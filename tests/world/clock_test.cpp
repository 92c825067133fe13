#include "tests/world/explored.hpp"

// One instance's clock is wrong.

namespace onceproof::world {
namespace {

/// A lock whose end each process judges by its own clock.
Reply locked_until(const Request& request, Env& env, Log& log) {
    const std::int64_t now = env.clock.now().time_since_epoch().count();
    log.add(std::to_string(now / 1'000'000) + "s");
    const auto held = env.kv.get("until");
    if (held.ok() && held->has_value() && std::stoll(**held) > now) {
        return {ReplyKind::busy, ""};
    }
    const std::string until = std::to_string(now + 60'000'000);
    static_cast<void>(env.kv.set("until", until, {}));
    return {ReplyKind::done, *env.gateway.charge(request, std::nullopt)};
}

Config two_callers() {
    Config config = with_faults({{.kind = FaultKind::clock_step, .duration = 2min}});
    config.callers.push_back({.request = pay_1(), .start = 1s});
    config.guarantees = {guarantee::Id::single_effect};
    return config;
}

}  // namespace

TEST_CASE("clock-step: the last instance is ahead from then on, the others are not", "[world]") {
    Scene scene(two_callers(), locked_until, 1);
    scene.take_all({"world:clock.step:clock-step", "c1:call.send"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"0s", "121s"});
    CHECK(scene.now() == 1s);
}

TEST_CASE("clock-step: keys that end do so by Redis's own clock", "[world]") {
    const auto key_with_ttl = [](const Request&, Env& env, Log& log) {
        static_cast<void>(env.kv.set("a", "1", {.when = SetWhen::always, .ttl = 10s}));
        log.add(said(env.kv.get("a")));
        return Reply{ReplyKind::done, ""};
    };
    Config config = with_faults({{.kind = FaultKind::clock_step, .duration = 2min}});
    config.instances = 1;
    Scene scene(config, key_with_ttl, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "world:clock.step:clock-step"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"1"});
}

TEST_CASE("clock-step: a lock that ends by the process's clock has two holders", "[world]") {
    Log log;
    const Script strategy(locked_until, log);
    const Explored found = explored(two_callers(), strategy, 1);
    CHECK(found.size == "32 states, 36 transitions");
    CHECK(
        found.broken ==
        Lines{"single_effect: 2 effects for key pay-1 (the last by h2.1); at most 1 allowed"}
    );
}

}  // namespace onceproof::world
