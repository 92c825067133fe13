#include "tests/world/explored.hpp"

// Redis down, read-only and short of memory; sessions of ephemeral keys.

namespace onceproof::world {
namespace {

constexpr SetOptions always{};
constexpr SetOptions ephemeral{.when = SetWhen::if_absent, .ttl = {}, .ephemeral = true};

Reply set_wait_get(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("a", "1", always)));
    log.add(said(env.kv.get("a")));
    env.clock.sleep(3s);
    log.add(said(env.kv.get("a")));
    return {ReplyKind::done, ""};
}

Reply two_keys(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("lock:1", "1", always)));
    log.add(said(env.kv.set("done:1", "2", always)));
    log.add(said(env.kv.get("lock:1")));
    return {ReplyKind::done, ""};
}

/// Who gets the lock charges, and holds it until its process dies.
Reply under_an_ephemeral_lock(const Request& request, Env& env, Log& log) {
    const Result<bool> locked = env.kv.set("lock", env.ids.uuid(), ephemeral);
    log.add(said(locked));
    if (!locked.ok() || !*locked) {
        return {ReplyKind::busy, ""};
    }
    const Result<std::string> receipt = env.gateway.charge(request, std::nullopt);
    static_cast<void>(env.kv.del("lock"));
    return receipt.ok() ? Reply{ReplyKind::done, *receipt} : Reply{ReplyKind::error, ""};
}

}  // namespace

TEST_CASE("redis-down: calls are refused for that long, and the handler counts as hit", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::redis_down, .duration = 2s}}), set_wait_get, 1);
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"h1.1:kv.set", "world:redis.down:redis-down"});
    scene.take_all({"h1.1:kv.set", "world:redis.down:redis-down", "h1.1:kv.get"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"yes", "unavailable", "1"});
    CHECK(scene.stored("redis") == Lines{"a = 1"});
}

TEST_CASE("store faults: a trace tells of each in a sentence", "[world]") {
    const auto sentence = [](FaultRule rule, std::string_view step) {
        Scene scene(with_faults({std::move(rule)}), two_keys, 1);
        scene.take_all({"c1:call.send", "h1.1:kv.set"});
        scene.world.record(true);
        scene.take(step);
        const std::vector<history::Step> notes = scene.world.take_notes();
        REQUIRE_FALSE(notes.empty());
        return notes.front().fault + ": " + notes.front().text;
    };
    using enum FaultKind;
    CHECK(
        sentence({.kind = redis_down, .duration = 2s}, "world:redis.down:redis-down") ==
        "redis-down for 2s: Redis is down"
    );
    CHECK(
        sentence(
            {.kind = redis_read_only, .duration = 3s}, "world:redis.read-only:redis-read-only"
        ) == "redis-read-only for 3s: Redis refuses writes"
    );
    CHECK(
        sentence({.kind = redis_eviction}, "world:redis.eviction:redis-eviction") ==
        "redis-eviction: memory is short: lock:1 is evicted"
    );
    CHECK(
        sentence({.kind = clock_step, .duration = 2min}, "world:clock.step:clock-step") ==
        "clock-step for 2m: the clock of instance 2 is ahead by 2m"
    );
    CHECK(
        sentence({.kind = database_down, .duration = 2s}, "world:database.down:database-down") ==
        "database-down for 2s: the database is down"
    );
    CHECK(
        sentence({.kind = cancelled}, "c1:call.cancel:cancelled") ==
        "cancelled: gives up and cancels the request"
    );
}

TEST_CASE("redis-down: an attempt that begins while it lasts is hit by it too", "[world]") {
    Config config = with_faults({{.kind = FaultKind::redis_down, .duration = 2s}});
    config.guarantees = {guarantee::Id::no_foreign_error};
    const auto fail = [](const Request&, Env& env, Log&) {
        return Reply{env.kv.get("a").ok() ? ReplyKind::done : ReplyKind::error, ""};
    };
    Scene scene(config, fail, 1);
    scene.take_all({"world:redis.down:redis-down", "c1:call.send", "h1.1:kv.get"});
    scene.finish();
    CHECK(scene.violations.empty());
}

TEST_CASE("redis-down: while it is down, and for a strategy without it, there is none", "[world]") {
    Config config = with_faults({{.kind = FaultKind::redis_down, .duration = 2s, .max = 2}});
    Scene scene(config, set_wait_get, 2);
    scene.take("world:redis.down:redis-down");
    CHECK(scene.options() == Lines{"c1:call.send"});
    config.uses_redis = false;
    Scene without(config, set_wait_get, 2);
    CHECK(without.options() == Lines{"c1:call.send"});
}

TEST_CASE("redis-down: it has ended when the quiet retries begin", "[world]") {
    Config config = with_faults({{.kind = FaultKind::redis_down, .duration = 1h}});
    config.horizons = {0s};
    const auto get = [](const Request&, Env& env, Log& log) {
        log.add(said(env.kv.get("a")));
        return Reply{ReplyKind::busy, ""};
    };
    Scene scene(config, get, 1);
    scene.take("world:redis.down:redis-down");
    scene.finish();
    CHECK(scene.log.lines == Lines{"unavailable", "(none)"});
}

TEST_CASE("redis-down: what arrives late while it lasts is lost", "[world]") {
    const std::vector<FaultRule> faults{
        {.kind = FaultKind::late, .duration = 1s},
        {.kind = FaultKind::redis_down, .duration = 10s}};
    Scene scene(with_faults(faults), set_wait_get, 2);
    scene.take_all({"c1:call.send", "h1.1:kv.set:late", "world:redis.down:redis-down"});
    scene.finish();
    CHECK(scene.stored("redis").empty());
}

TEST_CASE("redis-read-only: reads are answered, writes refused", "[world]") {
    const auto commands = [](const Request&, Env& env, Log& log) {
        log.add(said(env.kv.set("a", "1", always)));
        log.add(said(env.kv.set("a", "2", always)));
        log.add(said(env.kv.get("a")));
        log.add(said(env.kv.del("a")));
        log.add(said(env.kv.expire("a", 1s)));
        log.add(said(env.kv.compare_and_delete("a", "1")));
        // A script that comes to no write is no write.
        log.add(said(env.kv.compare_and_delete("a", "other")));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(with_faults({{.kind = FaultKind::redis_read_only, .duration = 2s}}), commands, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "world:redis.read-only:redis-read-only"});
    scene.finish();
    CHECK(
        scene.log.lines ==
        Lines{"yes", "unavailable", "1", "unavailable", "unavailable", "unavailable", "no"}
    );
}

TEST_CASE(
    "redis-eviction: the least recently written key goes, of those that are named", "[world]"
) {
    const auto left = [](const std::string& prefix) {
        Config config = with_faults({{.kind = FaultKind::redis_eviction, .key = prefix}});
        Scene scene(config, two_keys, 1);
        scene.take_all(
            {"c1:call.send", "h1.1:kv.set", "h1.1:kv.set", "world:redis.eviction:redis-eviction"}
        );
        return scene.stored("redis");
    };
    CHECK(left("") == Lines{"done:1 = 2"});
    CHECK(left("done:") == Lines{"lock:1 = 1"});
}

TEST_CASE("redis-eviction: without such a key there is none", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::redis_eviction, .key = "done:"}}), two_keys, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set"});
    CHECK(scene.options() == Lines{"h1.1:kv.set"});
    scene.take("h1.1:kv.set");
    CHECK(scene.options() == Lines{"h1.1:kv.get", "world:redis.eviction:redis-eviction"});
}

TEST_CASE("lease-session-expired: the ephemeral keys vanish while their process lives", "[world]") {
    Config config = with_faults({{.kind = FaultKind::lease_session_expired}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, under_an_ephemeral_lock, 1);
    scene.take_all({"c1:call.send", "c2:call.send"});
    CHECK(scene.options() == Lines{"h1.1:kv.set", "h2.1:kv.set"});
    scene.take("h1.1:kv.set");
    CHECK(scene.stored("redis") == Lines{"lock = h1.1-1"});
    scene.take("world:redis.session-expire:lease-session-expired");
    CHECK(scene.stored("redis").empty());
    scene.take("h2.1:kv.set");
    CHECK(scene.stored("redis") == Lines{"lock = h2.1-1"});
}

TEST_CASE("ephemeral key: it outlives its dead process by the session's time", "[world]") {
    Config config = with_faults({{.kind = FaultKind::crash_after}});
    config.session = 10s;
    config.callers.push_back({.request = pay_1(), .start = 9s});
    config.callers.push_back({.request = pay_1(), .start = 11s});
    Scene scene(config, under_an_ephemeral_lock, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:crash-after"});
    CHECK(scene.now() == 9s);
    scene.finish();
    CHECK(scene.log.lines == Lines{"no", "yes"});
}

TEST_CASE("store faults: the sizes of small spaces, by snapshot and by replay", "[world]") {
    Log log;
    const Script lock(under_an_ephemeral_lock, log);
    Config config = one_caller();
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.guarantees = {guarantee::Id::single_effect};
    config.session = 10s;
    const auto with = [&](FaultRule rule) {
        config.faults = {std::move(rule)};
        return explored(config, lock, 1);
    };
    CHECK(
        with({.kind = FaultKind::redis_down, .duration = 2s}).size == "210 states, 361 transitions"
    );
    CHECK(
        with({.kind = FaultKind::redis_read_only, .duration = 2s}).size ==
        "210 states, 361 transitions"
    );
    CHECK(with({.kind = FaultKind::redis_eviction}).size == "200 states, 338 transitions");
    CHECK(with({.kind = FaultKind::crash_after}).size == "151 states, 250 transitions");
    const Explored expired = with({.kind = FaultKind::lease_session_expired});
    CHECK(expired.size == "200 states, 338 transitions");
    CHECK(
        expired.broken ==
        Lines{"single_effect: 2 effects for key pay-1 (the last by h2.1); at most 1 allowed"}
    );
}

}  // namespace onceproof::world
