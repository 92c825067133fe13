#include "tests/world/script.hpp"

namespace onceproof::world {
namespace {

Reply done() {
    return {ReplyKind::done, ""};
}

Config with(std::vector<FaultRule> faults) {
    Config config = one_caller();
    config.faults = std::move(faults);
    return config;
}

Reply set_and_get(const Request&, Env& env, Log& log) {
    log.add(said(env.kv.set("k", "v", {.when = SetWhen::if_absent, .ttl = 30s})));
    log.add(said(env.kv.get("k")));
    return done();
}

Reply charge(const Request& request, Env& env, Log& log) {
    log.add(said(env.gateway.charge(request, std::nullopt)));
    return done();
}

Reply insert_in_transaction(const Request&, Env& env, Log& log) {
    SqlSession& session = **env.sql.open();
    session.begin(Isolation::read_committed);
    log.add(said(session.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1)));
    log.add(said(session.execute("UPDATE item SET n = $1 WHERE name = $2", 2, "a")));
    log.add(said(session.commit()));
    return done();
}

}  // namespace

TEST_CASE("request-lost: a Redis command is not applied and its sender waits out its patience", "[world]") {
    Scene scene(with({{.kind = FaultKind::request_lost}}), set_and_get, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:request-lost"});
    CHECK(scene.now() == 1s);
    CHECK(scene.stored("redis").empty());
    scene.finish();
    CHECK(scene.log.lines == Lines{"timeout (may have been applied)", "(none)"});
}

TEST_CASE("resent: a doubled call runs two handlers, and the first answer is the caller's", "[world]") {
    Scene scene(with({{.kind = FaultKind::resent, .at = "call.send"}}), charge, 1);
    scene.take("c1:call.send:resent");
    CHECK(scene.options() == Lines{"h1.1:gateway.charge", "h1.1b:gateway.charge"});
    scene.take_all({"h1.1:gateway.charge", "h1.1b:gateway.charge"});
    CHECK(scene.options() == Lines{"h1.1b:call.reply", "h1.1:call.reply"});
    scene.take("h1.1b:call.reply");
    CHECK(scene.options().empty());
    CHECK(scene.stored("effects").size() == 2);
}

TEST_CASE("stall: what the handler is about to see counts as state", "[world]") {
    Config config = with({{.kind = FaultKind::stall, .at = "kv.get", .duration = 30s}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    const auto read_or_write = [](const Request&, Env& env, Log&) {
        if (env.ids.uuid().starts_with("h1")) {
            static_cast<void>(env.kv.get("k"));
        } else {
            static_cast<void>(env.kv.set("k", "v", {.when = SetWhen::always, .ttl = {}}));
        }
        return done();
    };
    Scene first(config, read_or_write, 1);
    first.take_all({"c1:call.send", "c2:call.send", "h1.1:kv.get:stall", "h2.1:kv.set"});
    Scene second(config, read_or_write, 1);
    second.take_all({"c1:call.send", "c2:call.send", "h2.1:kv.set", "h1.1:kv.get:stall"});
    CHECK(first.world.fingerprint() != second.world.fingerprint());
}

TEST_CASE("pool: no fault strikes the wait for a connection", "[world]") {
    Config config = with({{.kind = FaultKind::stall, .duration = 1s}, {.kind = FaultKind::request_lost}});
    config.pool = 1;
    config.instances = 1;
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_in_transaction, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h1.1:sql.update", "h1.1:sql.commit"});
    CHECK(scene.options() == Lines{});
}

}  // namespace onceproof::world
