#include "tests/world/script.hpp"

// Instances die: what is lost, what stays, and who notices.

namespace onceproof::world {
namespace {

/// Logs when it goes, as a lock's guard would release it.
struct Guard {
    Log& log;
    ~Guard() { log.add("destroyed"); }
};

Reply set_a_key(const Request&, Env& env, Log& log) {
    const Guard guard{log};
    log.add(said(env.kv.set(env.ids.uuid(), "v", {.when = SetWhen::always, .ttl = {}})));
    return {ReplyKind::done, ""};
}

Reply insert_in_transaction(const Request&, Env& env, Log& log) {
    SqlSession& session = **env.sql.open();
    session.begin(Isolation::read_committed);
    log.add(said(session.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1)));
    log.add(said(session.commit()));
    return {ReplyKind::done, ""};
}

Config crashes(FaultKind kind) {
    return with_faults({{.kind = kind}});
}

const InstanceState& instance(Scene& scene, std::size_t number) {
    return scene.world.state().instances[number];
}

}  // namespace

TEST_CASE("crash-before: the command is not sent, and nothing of the handler runs on", "[world]") {
    Scene scene(crashes(FaultKind::crash_before), set_a_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:crash-before"});
    CHECK(scene.stored("redis").empty());
    CHECK(scene.log.lines.empty());
    CHECK(scene.options().empty());
}

TEST_CASE("crash-after: the command is applied, and nothing of the handler runs on", "[world]") {
    Scene scene(crashes(FaultKind::crash_after), set_a_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:crash-after"});
    CHECK(scene.stored("redis") == Lines{"h1.1-1 = v"});
    CHECK(scene.log.lines.empty());
    CHECK(scene.options().empty());
}

TEST_CASE("crash: without one the handler's locals are destroyed", "[world]") {
    Scene scene(one_caller(), set_a_key, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"yes", "destroyed"});
}

TEST_CASE(
    "crash: the caller knows at once, and the instance is back after its restart", "[world]"
) {
    Config config = crashes(FaultKind::crash_before);
    config.attempts_max = 2;
    config.instances = 1;
    config.backoff = {1s};
    Scene scene(config, set_a_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set:crash-before"});
    CHECK(scene.now() == 1s);
    CHECK_FALSE(instance(scene, 0).alive);
    scene.take("c1:call.send");
    CHECK(scene.options().empty());
    CHECK(scene.now() == 2s);
    CHECK(instance(scene, 0).alive);
}

TEST_CASE("crash: a later attempt at the restarted instance is handled", "[world]") {
    Config config = crashes(FaultKind::crash_after);
    config.attempts_max = 2;
    config.instances = 1;
    config.backoff = {2s};
    Scene scene(config, set_a_key, 1);
    scene.take_all(
        {"c1:call.send",
         "h1.1:kv.set:crash-after",
         "c1:call.send",
         "h1.2:kv.set",
         "h1.2:call.reply"}
    );
    CHECK(scene.stored("redis") == Lines{"h1.1-1 = v", "h1.2-1 = v"});
}

TEST_CASE("crash: the other instance serves meanwhile", "[world]") {
    Config config = crashes(FaultKind::crash_before);
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, set_a_key, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:kv.set:crash-before"});
    CHECK(scene.now() == 0s);
    CHECK(scene.options() == Lines{"h2.1:kv.set"});
    scene.take_all({"h2.1:kv.set", "h2.1:call.reply"});
    CHECK(scene.stored("redis") == Lines{"h2.1-1 = v"});
}

TEST_CASE("crash: all handlers of the instance die with it", "[world]") {
    Config config = crashes(FaultKind::crash_before);
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.instances = 1;
    Scene scene(config, set_a_key, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:kv.set:crash-before"});
    CHECK(scene.options().empty());
    CHECK(scene.stored("redis").empty());
}

TEST_CASE("crash: an open transaction is rolled back, and its key is free at once", "[world]") {
    Config config = crashes(FaultKind::crash_after);
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_in_transaction, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert:crash-after"});
    CHECK(scene.stored("db").empty());
    scene.take_all({"h2.1:sql.insert", "h2.1:sql.commit"});
    CHECK(scene.log.lines == Lines{"1 row(s)", "ok"});
    CHECK(instance(scene, 0).connections == 0);
}

TEST_CASE("crash: a handler that waits for a lock dies with its instance", "[world]") {
    Config config = crashes(FaultKind::crash_after);
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_in_transaction, 1);
    scene.take_all(
        {"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h2.1:sql.insert:crash-after"}
    );
    CHECK(scene.options() == Lines{"h1.1:sql.commit"});
    scene.finish();
    CHECK(scene.stored("db").size() == 1);
}

TEST_CASE("crash-after: a commit stays", "[world]") {
    Scene scene(crashes(FaultKind::crash_after), insert_in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.commit:crash-after"});
    CHECK(scene.stored("db").size() == 1);
    CHECK(scene.log.lines == Lines{"1 row(s)"});
}

TEST_CASE("crash-after: an answer reaches its caller before the instance dies", "[world]") {
    Config config = crashes(FaultKind::crash_after);
    config.attempts_max = 2;
    Scene scene(config, set_a_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:call.reply:crash-after"});
    CHECK(scene.options().empty());
    CHECK(scene.now() == 2s);
}

TEST_CASE("crash-before: an answer never leaves", "[world]") {
    Config config = crashes(FaultKind::crash_before);
    config.attempts_max = 2;
    Scene scene(config, set_a_key, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "h1.1:call.reply:crash-before"});
    CHECK(scene.now() == 10s);
    CHECK(scene.options() == Lines{"c1:call.send"});
}

}  // namespace onceproof::world
