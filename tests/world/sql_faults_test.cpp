#include "tests/world/script.hpp"

// What faults do to statements, transactions and connections.

namespace onceproof::world {
namespace {

constexpr std::string_view insert = "INSERT INTO item (name, n) VALUES ($1, $2)";

Reply in_transaction(const Request&, Env& env, Log& log) {
    SqlSession& session = **env.sql.open();
    session.begin(Isolation::read_committed);
    log.add(said(session.execute(insert, "a", 1)));
    log.add(said(session.execute("UPDATE item SET n = $1 WHERE name = $2", 2, "a")));
    log.add(said(session.commit()));
    return {ReplyKind::done, ""};
}

Reply by_themselves(const Request&, Env& env, Log& log) {
    SqlSession& session = **env.sql.open();
    log.add(said(session.execute(insert, "a", 1)));
    log.add(said(session.execute("SELECT n FROM item WHERE name = $1", "a")));
    return {ReplyKind::done, ""};
}

}  // namespace

TEST_CASE("request-lost: a statement kills its connection, and the server rolls back", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::request_lost}}), in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update:request-lost"});
    CHECK(scene.now() == 3s);
    CHECK(scene.stored("db").empty());
    CHECK(scene.log.lines == Lines{"1 row(s)", "connection_lost", "connection_lost"});
}

TEST_CASE(
    "reply-lost: a statement that commits by itself stays, and its error is indefinite", "[world]"
) {
    Scene scene(with_faults({{.kind = FaultKind::reply_lost}}), by_themselves, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert:reply-lost"});
    CHECK(scene.stored("db").size() == 1);
    CHECK(scene.log.lines == Lines{"connection_lost (may have been applied)", "connection_lost"});
}

TEST_CASE(
    "reply-lost: a statement of a transaction is undone, and its error is definite", "[world]"
) {
    Scene scene(with_faults({{.kind = FaultKind::reply_lost}}), in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert:reply-lost"});
    CHECK(scene.stored("db").empty());
    CHECK(scene.log.lines == Lines{"connection_lost", "connection_lost", "connection_lost"});
}

TEST_CASE(
    "reply-lost, request-lost: a commit is applied or not, and its error is the same", "[world]"
) {
    for (const bool applied : {true, false}) {
        const FaultKind kind = applied ? FaultKind::reply_lost : FaultKind::request_lost;
        Scene scene(with_faults({{.kind = kind, .at = "sql.commit"}}), in_transaction, 1);
        scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update"});
        scene.take("h1.1:sql.commit:" + std::string(info_of(kind).name));
        CHECK(scene.stored("db").size() == (applied ? 1 : 0));
        CHECK(scene.log.lines.back() == "connection_lost (may have been applied)");
        CHECK(scene.now() == 3s);
    }
}

TEST_CASE("late: a commit holds its locks until it arrives, and then it lasts", "[world]") {
    Config config = with_faults({{.kind = FaultKind::late, .at = "sql.commit", .duration = 1s}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    config.patience = 60s;
    Scene scene(config, in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update", "h1.1:sql.commit:late"});
    scene.take_all({"c2:call.send", "h2.1:sql.insert"});
    CHECK(scene.now() == 3s);
    CHECK(scene.log.lines.back() == "connection_lost (may have been applied)");
    scene.take("h1.1:call.reply");
    CHECK(scene.now() == 4s);
    CHECK(scene.options() == Lines{"network:network.deliver"});
    scene.take_all({"network:network.deliver", "h2.1:sql.insert"});
    CHECK(scene.log.lines.back() == "unique_violation");
    scene.finish();
    CHECK(scene.stored("db").size() == 1);
}

TEST_CASE(
    "late: the connection of a late commit is gone for its handler, but its place is free",
    "[world]"
) {
    Config config = with_faults({{.kind = FaultKind::late, .at = "sql.commit", .duration = 9s}});
    config.pool = 1;
    const auto twice = [](const Request& request, Env& env, Log& log) {
        in_transaction(request, env, log);
        log.add(said((*env.sql.open())->execute("SELECT n FROM item")));
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(config, twice, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update", "h1.1:sql.commit:late"});
    scene.take("h1.1:sql.select");
    CHECK(scene.log.lines.back() == "0 row(s)");
    scene.finish();
    CHECK(scene.stored("db").size() == 1);
    CHECK(scene.world.state().instances[0].connections == 0);
}

TEST_CASE("statement-error: it dooms the transaction", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::statement_error}}), in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert:statement-error"});
    CHECK(scene.now() == 0s);
    scene.finish();
    CHECK(scene.log.lines == Lines{"deadlock", "in_failed_transaction", "in_failed_transaction"});
    CHECK(scene.stored("db").empty());
}

TEST_CASE(
    "statement-error: in mysql the transaction is undone, and what follows is a new one", "[world]"
) {
    Config config = with_faults({{.kind = FaultKind::statement_error}});
    config.dialect = fake::Dialect::mysql;
    const auto insert_twice = [](const Request&, Env& env, Log& log) -> Reply {
        SqlSession& session = **env.sql.open();
        session.begin(Isolation::server_default);
        log.add(said(session.execute(insert, "a", 1)));
        log.add(said(session.execute(insert, "b", 2)));
        log.add(said(session.execute(insert, "c", 3)));
        log.add(said(session.commit()));
        return {ReplyKind::done, ""};
    };
    Scene scene(config, insert_twice, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.insert:statement-error"});
    CHECK(scene.stored("db").empty());
    scene.finish();
    CHECK(scene.log.lines == Lines{"1 row(s)", "deadlock", "1 row(s)", "ok"});
    CHECK(scene.stored("db").size() == 1);
}

TEST_CASE(
    "statement-error: outside a transaction nothing happened, and the next statement goes",
    "[world]"
) {
    Scene scene(with_faults({{.kind = FaultKind::statement_error}}), by_themselves, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert:statement-error", "h1.1:sql.select"});
    CHECK(scene.log.lines == Lines{"deadlock", "0 row(s)"});
}

TEST_CASE(
    "connection-killed: what is open is rolled back, and every further call fails", "[world]"
) {
    Scene scene(with_faults({{.kind = FaultKind::connection_killed}}), in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update:connection-killed"});
    CHECK(scene.now() == 0s);
    CHECK(scene.stored("db").empty());
    CHECK(scene.log.lines == Lines{"1 row(s)", "connection_lost", "connection_lost"});
}

TEST_CASE("connection-killed: a killed commit is rolled back, but nobody is told so", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::connection_killed}}), in_transaction, 1);
    scene.take_all(
        {"c1:call.send", "h1.1:sql.insert", "h1.1:sql.update", "h1.1:sql.commit:connection-killed"}
    );
    CHECK(scene.stored("db").empty());
    CHECK(scene.log.lines.back() == "connection_lost (may have been applied)");
}

TEST_CASE("refused: the database is out of reach, and the connection is dead", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::refused}}), in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert:refused"});
    CHECK(scene.now() == 0s);
    CHECK(scene.log.lines == Lines{"unavailable", "connection_lost", "connection_lost"});
}

TEST_CASE("stall: a paused transaction keeps its lock, and another waits for it", "[world]") {
    Config config = with_faults({{.kind = FaultKind::stall, .at = "sql.insert", .duration = 35s}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, in_transaction, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert:stall", "h2.1:sql.insert"});
    CHECK(scene.now() == 35s);
    CHECK(scene.options() == Lines{"h1.1:sql.update"});
    scene.finish();
    CHECK(scene.stored("db").size() == 1);
}

}  // namespace onceproof::world
