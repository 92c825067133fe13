#include "tests/world/script.hpp"

// Connections, transactions and their locks as handlers see them.

namespace onceproof::world {
namespace {

Reply done() {
    return {ReplyKind::done, ""};
}

Config two_callers() {
    Config config = one_caller();
    config.callers.push_back({.request = pay_1(), .start = 0s});
    return config;
}

/// Updates two rows in a transaction, c1 from a to b and c2 from b to a.
Reply cross(const Request&, Env& env, Log& log) {
    const bool first = env.ids.uuid().starts_with("h1");
    SqlSession& session = **env.sql.open();
    session.begin(Isolation::read_committed);
    for (const char* name : {first ? "a" : "b", first ? "b" : "a"}) {
        log.add(said(session.execute("UPDATE item SET n = n + 1 WHERE name = $1", name)));
    }
    log.add(said(session.rollback()));
    return done();
}

}  // namespace

TEST_CASE(
    "sessions: BEGIN travels with the first statement, and an empty transaction with nothing",
    "[world]"
) {
    const auto empty = [](const Request&, Env& env, Log& log) {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::read_committed);
        log.add(said(session.commit()));
        session.begin(Isolation::serializable);
        log.add(said(session.rollback()));
        log.add(said(session.rollback()));
        session.begin(Isolation::read_committed);
        log.add(said(session.execute("SELECT n FROM item")));
        log.add(said(session.commit()));
        return done();
    };
    Scene scene(one_caller(), empty, 0);
    scene.take("c1:call.send");
    CHECK(scene.log.lines == Lines{"ok", "ok", "ok"});
    CHECK(scene.options() == Lines{"h1.1:sql.select"});
    scene.take_all({"h1.1:sql.select", "h1.1:sql.commit"});
    CHECK(scene.log.lines.back() == "ok");
}

TEST_CASE("sessions: a rolled back transaction leaves nothing", "[world]") {
    const auto undo = [](const Request&, Env& env, Log& log) {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::read_committed);
        log.add(said(session.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1)));
        log.add(said(session.rollback()));
        log.add(said(session.execute("DELETE FROM item WHERE name = $1", "a")));
        return done();
    };
    Scene scene(one_caller(), undo, 0);
    scene.take("c1:call.send");
    scene.take("h1.1:sql.insert");
    CHECK(scene.stored("db").size() == 1);
    scene.take_all({"h1.1:sql.rollback", "h1.1:sql.delete"});
    CHECK(scene.log.lines == Lines{"1 row(s)", "ok", "0 row(s)"});
}

TEST_CASE(
    "sessions: an empty pool blocks until a connection comes back, and no fault strikes the wait",
    "[world]"
) {
    Config config = two_callers();
    config.pool = 1;
    config.instances = 1;
    config.faults = {{.kind = FaultKind::stall, .duration = 1s}, {.kind = FaultKind::request_lost}};
    const auto select = [](const Request&, Env& env, Log& log) {
        SqlSession& session = **env.sql.open();
        log.add(said(session.execute("SELECT n FROM item")));
        session.close();
        static_cast<void>(env.kv.get("k"));
        return done();
    };
    Scene scene(config, select, 1);
    scene.take_all({"c1:call.send", "c2:call.send:request-lost"});
    scene.world.reset(1);
    scene.take_all({"c1:call.send", "c2:call.send"});
    CHECK(
        scene.options() ==
        Lines{"h1.1:sql.select", "h1.1:sql.select:stall", "h1.1:sql.select:request-lost"}
    );
    scene.take("h1.1:sql.select");
    CHECK(
        scene.options() ==
        Lines{"h1.1:kv.get", "h2.1:sql.open", "h1.1:kv.get:stall", "h1.1:kv.get:request-lost"}
    );
    scene.take("h2.1:sql.open");
    CHECK(scene.options().front() == "h2.1:sql.select");
    scene.finish();
    CHECK(scene.log.lines == Lines{"0 row(s)", "0 row(s)"});
    CHECK(scene.world.state().instances[0].connections == 0);
}

TEST_CASE(
    "sessions: a handler's connections go back when it returns, before its answer", "[world]"
) {
    Config config = two_callers();
    config.pool = 1;
    config.instances = 1;
    const auto keep_open = [](const Request&, Env& env, Log&) {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::read_committed);
        static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1));
        return done();
    };
    Scene scene(config, keep_open, 0);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert"});
    CHECK(scene.options() == Lines{"h1.1:call.reply", "h2.1:sql.open"});
    CHECK(scene.stored("db").empty());
}

TEST_CASE("sessions: one handler may hold two connections", "[world]") {
    const auto two = [](const Request&, Env& env, Log& log) {
        SqlSession& one = **env.sql.open();
        SqlSession& other = **env.sql.open();
        one.begin(Isolation::read_committed);
        log.add(said(one.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1)));
        log.add(said(other.execute("SELECT n FROM item")));
        log.add(said(one.commit()));
        log.add(said(other.execute("SELECT n FROM item")));
        return done();
    };
    Scene scene(one_caller(), two, 0);
    scene.finish();
    CHECK(scene.log.lines == Lines{"1 row(s)", "0 row(s)", "ok", "1 row(s)"});
}

TEST_CASE(
    "sessions: a statement waits for an uncommitted key and goes on after the commit", "[world]"
) {
    const auto insert = [](const Request&, Env& env, Log& log) {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::read_committed);
        log.add(said(session.execute("INSERT INTO item (name, n) VALUES ($1, $2)", "a", 1)));
        log.add(said(session.commit()));
        return done();
    };
    Scene scene(two_callers(), insert, 0);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h2.1:sql.insert"});
    CHECK(scene.options() == Lines{"h1.1:sql.commit"});
    CHECK(scene.log.lines == Lines{"1 row(s)"});
    scene.take("h1.1:sql.commit");
    CHECK(scene.options() == Lines{"h1.1:call.reply", "h2.1:sql.insert"});
    scene.take_all({"h2.1:sql.insert", "h2.1:sql.commit"});
    CHECK(scene.log.lines == Lines{"1 row(s)", "ok", "unique_violation", "in_failed_transaction"});
}

TEST_CASE(
    "sessions: in a deadlock either side may be the victim, and the other goes on", "[world]"
) {
    Config config = two_callers();
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.callers[0].start = 1s;
    config.callers[1].start = 1s;
    const auto fill_or_cross = [](const Request& request, Env& env, Log& log) {
        if (!env.ids.uuid().starts_with("h3")) {
            return cross(request, env, log);
        }
        SqlSession& session = **env.sql.open();
        for (const char* name : {"a", "b"}) {
            static_cast<void>(session.execute("INSERT INTO item (name, n) VALUES ($1, 1)", name));
        }
        return done();
    };
    for (const std::string victim : {"h1.1", "h2.1"}) {
        Scene scene(config, fill_or_cross, 0);
        scene.take_all({"c3:call.send", "h3.1:sql.insert", "h3.1:sql.insert", "h3.1:call.reply"});
        scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.update", "h2.1:sql.update"});
        scene.take("h1.1:sql.update");
        CHECK(scene.options() == Lines{"h2.1:sql.update"});
        scene.take("h2.1:sql.update");
        CHECK(scene.options() == Lines{"h2.1:sql.deadlock", "h1.1:sql.deadlock"});
        scene.take(victim + ":sql.deadlock");
        CHECK(scene.log.lines.back() == "deadlock");
        scene.finish();
        CHECK(scene.log.lines.size() == 6);
        CHECK(std::ranges::count(scene.log.lines, "1 row(s)") == 3);
    }
}

}  // namespace onceproof::world
