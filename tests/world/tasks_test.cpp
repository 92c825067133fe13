#include "tests/world/script.hpp"

// Work beside a handler: a lease's renewal.

namespace onceproof::world {
namespace {

void count_up(Env& env, std::string_view key, std::string_view value, Duration period) {
    for (;;) {
        env.clock.sleep(period);
        static_cast<void>(env.kv.compare_and_expire(key, value, 3 * period));
    }
}

void tell_uuid(Env& env, std::string_view key, std::string_view, Duration) {
    static_cast<void>(env.kv.set(key, env.ids.uuid(), {.when = SetWhen::always, .ttl = {}}));
}

void leave_a_transaction(Env& env, std::string_view key, std::string_view, Duration) {
    SqlSession& session = **env.sql.open();
    session.begin(Isolation::read_committed);
    static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ($1, 1)", key));
}

Config with_tasks() {
    Config config = one_caller();
    config.uses_tasks = true;
    config.patience = 60s;
    return config;
}

/// Holds a lock of 3 s for 10 s with a renewal each second.
Reply renewed(const Request&, Env& env, Log& log) {
    static_cast<void>(env.kv.set("lock", "me", {.when = SetWhen::if_absent, .ttl = 3s}));
    env.tasks.start(count_up, "lock", "me", 1s);
    env.clock.sleep(10s);
    env.tasks.stop();
    log.add(said(env.kv.get("lock")));
    env.clock.sleep(10s);
    log.add(said(env.kv.get("lock")));
    return {ReplyKind::done, ""};
}

}  // namespace

TEST_CASE("task: it runs beside its handler until it is stopped", "[world]") {
    Scene scene(with_tasks(), renewed, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"me", "(none)"});
    CHECK(scene.now() == 20s);
}

TEST_CASE("task: its steps are options of its own", "[world]") {
    Scene scene(with_tasks(), renewed, 0);
    scene.take_all({"c1:call.send", "h1.1:kv.set"});
    CHECK(scene.options() == Lines{"t1.1:kv.compare-and-expire"});
    CHECK(scene.now() == 1s);
}

TEST_CASE("task: it ends with its handler", "[world]") {
    const auto return_at_once = [](const Request&, Env& env, Log&) {
        static_cast<void>(env.kv.get("k"));
        env.tasks.start(count_up, "lock", "me", 1s);
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(with_tasks(), return_at_once, 0);
    scene.take_all({"c1:call.send", "h1.1:kv.get", "h1.1:call.reply"});
    CHECK(scene.options().empty());
}

TEST_CASE("task: it dies with its process, and a fault that strikes it may kill both", "[world]") {
    Config config = with_tasks();
    config.faults = {{.kind = FaultKind::crash_before, .at = "kv.compare-and-expire"}};
    Scene scene(config, renewed, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "t1.1:kv.compare-and-expire:crash-before"});
    CHECK(scene.options().empty());
    CHECK(scene.log.lines.empty());
    CHECK(scene.now() == 3s);
}

TEST_CASE("task: a fault that strikes it counts for its handler's attempt", "[world]") {
    Config config = with_tasks();
    config.faults = {{.kind = FaultKind::refused, .at = "kv.compare-and-expire"}};
    Scene scene(config, renewed, 1);
    scene.take_all({"c1:call.send", "h1.1:kv.set", "t1.1:kv.compare-and-expire:refused"});
    CHECK(scene.world.state().actors[scene.world.cast().handler(0, 0, 0)].hit);
}

TEST_CASE("task: a second start ends the first one, and no uuid is drawn twice", "[world]") {
    const auto start_twice = [](const Request&, Env& env, Log& log) {
        env.tasks.start(count_up, "lock", "me", 1s);
        for (const char* key : {"a", "b"}) {
            env.tasks.start(tell_uuid, key, "", 0s);
            env.clock.sleep(5s);
        }
        log.add(said(env.kv.get("a")) + " " + said(env.kv.get("b")));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(with_tasks(), start_twice, 0);
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"t1.1:kv.set"});
    scene.finish();
    CHECK(scene.log.lines == Lines{"t1.1-1 t1.1-2"});
}

TEST_CASE("task: its connection goes back when it returns", "[world]") {
    const auto start_and_wait = [](const Request&, Env& env, Log& log) {
        env.tasks.start(leave_a_transaction, "a", "", 0s);
        env.clock.sleep(5s);
        SqlSession& session = **env.sql.open();
        log.add(said(session.execute("INSERT INTO item (name, n) VALUES ($1, 1)", "a")));
        return Reply{ReplyKind::done, ""};
    };
    Config config = with_tasks();
    config.pool = 1;
    Scene scene(config, start_and_wait, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"1 row(s)"});
}

}  // namespace onceproof::world
