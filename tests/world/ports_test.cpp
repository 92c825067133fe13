#include "model/world/ports.hpp"

#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

Reply done() {
    return {ReplyKind::done, ""};
}

}  // namespace

TEST_CASE("ports: every Redis command has its result", "[world]") {
    const auto all = [](const Request&, Env& env, Log& log) {
        KeyValue& kv = env.kv;
        log.add(said(kv.set("k", "1", {.when = SetWhen::if_present, .ttl = {}})));
        log.add(said(kv.set("k", "1", {.when = SetWhen::if_absent, .ttl = 10s})));
        log.add(said(kv.set("k", "2", {.when = SetWhen::if_absent, .ttl = {}})));
        log.add(said(kv.get("k")));
        log.add(std::to_string((*kv.ttl("k")).value().count()));
        log.add(said(kv.expire("k", 20s)));
        log.add(said(kv.compare_and_expire("k", "2", 30s)));
        log.add(said(kv.compare_and_set("k", "1", "3", 40s)));
        log.add(said(kv.compare_and_delete("k", "1")));
        log.add(said(kv.del("k")));
        log.add((*kv.ttl("k")).has_value() ? "some" : "none");
        return done();
    };
    Scene scene(one_caller(), all, 0);
    scene.finish();
    CHECK(
        scene.log.lines ==
        Lines{"no", "yes", "no", "1", "10000000", "yes", "no", "yes", "no", "yes", "none"}
    );
    CHECK(scene.now() == 0s);
}

TEST_CASE("ports: an idempotent gateway finds what was charged under a key", "[world]") {
    Config config = one_caller();
    config.effect = Effect::external_idempotent;
    const auto ask = [](const Request& request, Env& env, Log& log) {
        log.add(said(env.gateway.find("k")));
        log.add(said(env.gateway.charge(request, "k")));
        log.add(said(env.gateway.charge(request, "k")));
        log.add(said(env.gateway.find("k")));
        return done();
    };
    Scene scene(config, ask, 0);
    scene.finish();
    CHECK(
        scene.log.lines ==
        Lines{"(none)", "paid order-1 100", "paid order-1 100", "paid order-1 100"}
    );
    CHECK(scene.stored("effects").size() == 1);
}

TEST_CASE("ports: uuids never repeat and name who drew them", "[world]") {
    Config config = one_caller();
    config.horizons = {0s, 10s};
    const auto draw = [](const Request&, Env& env, Log& log) {
        log.add(env.ids.uuid());
        log.add(env.ids.uuid());
        return done();
    };
    Scene scene(config, draw, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"h1.1-1", "h1.1-2", "hq-1", "hq-2", "hq-3", "hq-4"});
}

TEST_CASE("ports: the clock is virtual, and sleep lets it pass", "[world]") {
    Config config = one_caller();
    config.callers.front().start = 7s;
    const auto look = [](const Request&, Env& env, Log& log) {
        log.add(std::to_string(env.clock.now().time_since_epoch().count()));
        env.clock.sleep(250ms);
        log.add(std::to_string(env.clock.now().time_since_epoch().count()));
        log.add(env.scope.cancelled() ? "cancelled" : "wanted");
        return done();
    };
    Scene scene(config, look, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"7000000", "7250000", "wanted"});
}

}  // namespace onceproof::world
