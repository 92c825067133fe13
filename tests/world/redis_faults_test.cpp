#include "tests/world/script.hpp"

// Redis restarts and fails over.

namespace onceproof::world {
namespace {

Reply two_keys(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("first", "1", {.when = SetWhen::always, .ttl = {}})));
    env.clock.sleep(2s);
    log.add(said(env.kv.set("second", "2", {.when = SetWhen::always, .ttl = {}})));
    log.add(said(env.kv.get("first")));
    return {ReplyKind::done, ""};
}

Config restarts(fake::Persistence persistence) {
    Config config = with_faults({{.kind = FaultKind::redis_restart}});
    config.redis.persistence = persistence;
    return config;
}

/// Both keys are there, and `strike` comes before the handler looks.
Lines left_after(const Config& config, std::string_view strike) {
    Scene scene(config, two_keys, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:kv.set", strike});
    return scene.stored("redis");
}

}  // namespace

TEST_CASE("redis-restart: what stays depends on the persistence", "[world]") {
    using enum fake::Persistence;
    CHECK(left_after(restarts(none), "world:redis.restart:redis-restart").empty());
    CHECK(
        left_after(restarts(everysec), "world:redis.restart:redis-restart") == Lines{"first = 1"}
    );
    CHECK(
        left_after(restarts(always), "world:redis.restart:redis-restart") ==
        Lines{"first = 1", "second = 2"}
    );
}

TEST_CASE("redis-restart: it strikes only a store that holds something", "[world]") {
    Scene scene(restarts(fake::Persistence::none), two_keys, 1);
    CHECK(scene.options() == Lines{"c1:call.send"});
    scene.take_all({"c1:call.send", "h1.1:kv.set"});
    CHECK(scene.options() == Lines{"h1.1:kv.set", "world:redis.restart:redis-restart"});
}

TEST_CASE("redis-failover: the newest writes are forgotten, as many as the rule says", "[world]") {
    Config config = with_faults({{.kind = FaultKind::redis_failover, .lose = 1}});
    config.redis.replica = true;
    CHECK(left_after(config, "world:redis.failover:redis-failover") == Lines{"first = 1"});
    config.faults.front().lose = 2;
    CHECK(left_after(config, "world:redis.failover:redis-failover").empty());
}

TEST_CASE("redis-failover: without a replica there is none", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::redis_failover}}), two_keys, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set"});
    CHECK(scene.options() == Lines{"h1.1:kv.set"});
}

TEST_CASE("redis-restart: every handler under way counts as hit", "[world]") {
    Config config = restarts(fake::Persistence::none);
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, two_keys, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "world:redis.restart:redis-restart"});
    const Cast& cast = scene.world.cast();
    CHECK(scene.world.state().actors[cast.handler(0, 0, 0)].hit);
    CHECK_FALSE(scene.world.state().actors[cast.handler(1, 0, 0)].hit);
}

}  // namespace onceproof::world
