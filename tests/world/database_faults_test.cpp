#include "tests/world/explored.hpp"

// The database restarts, goes away, fails over, and ends waits for locks.

namespace onceproof::world {
namespace {

constexpr std::string_view insert = "INSERT INTO item (name, n) VALUES ($1, 1)";
constexpr std::string_view pay =
    "INSERT INTO payment (request_key, order_id, amount, user_id) VALUES ($1, $2, $3, $4)";

Reply insert_and_commit(const Request& request, Env& env, Log& log) {
    SqlSession& sql = **env.sql.open();
    sql.begin(Isolation::read_committed);
    log.add(said(sql.execute(insert, request.key)));
    log.add(said(sql.commit()));
    return {ReplyKind::done, ""};
}

/// The effect is a row; the receipt tells of it once it is committed.
Reply pay_in_transaction(const Request& request, Env& env, Log&) {
    SqlSession& sql = **env.sql.open();
    sql.begin(Isolation::read_committed);
    if (!sql.execute(insert, request.key).ok()) {
        return {ReplyKind::busy, ""};
    }
    static_cast<void>(sql.execute(pay, request.key, request.order, request.amount, request.user));
    return sql.commit().ok() ? Reply{ReplyKind::done, receipt_for(request)}
                             : Reply{ReplyKind::error, ""};
}

Config in_transaction(FaultRule rule) {
    Config config = with_faults({std::move(rule)});
    config.effect = Effect::in_transaction;
    return config;
}

}  // namespace

TEST_CASE("database-restart: the transaction is rolled back, its next call has failed", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::database_restart}}), insert_and_commit, 1);
    scene.take("c1:call.send");
    CHECK(scene.options() == Lines{"h1.1:sql.insert", "world:database.restart:database-restart"});
    scene.take_all({"h1.1:sql.insert", "world:database.restart:database-restart"});
    CHECK(scene.stored("db").empty());
    CHECK(scene.log.lines == Lines{"1 row(s)", "connection_lost (may have been applied)"});
}

TEST_CASE("database-restart: a statement that waits ends with connection_lost", "[world]") {
    Config config = with_faults({{.kind = FaultKind::database_restart}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_and_commit, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h2.1:sql.insert"});
    scene.take("world:database.restart:database-restart");
    CHECK(
        scene.log.lines ==
        Lines{
            "1 row(s)",
            "connection_lost (may have been applied)",
            "connection_lost",
            "connection_lost"}
    );
}

TEST_CASE("database-restart: without a connection in use there is none", "[world]") {
    Scene scene(with_faults({{.kind = FaultKind::database_restart}}), insert_and_commit, 1);
    CHECK(scene.options() == Lines{"c1:call.send"});
}

TEST_CASE("database-restart: a commit that is still on its way has nothing to commit", "[world]") {
    const std::vector<FaultRule> faults{
        {.kind = FaultKind::late, .at = "sql.commit", .duration = 1s},
        {.kind = FaultKind::database_restart}};
    Scene scene(with_faults(faults), insert_and_commit, 2);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.commit:late"});
    const std::string restart = "world:database.restart:database-restart";
    CHECK(scene.options() == Lines{"h1.1:call.reply", restart});
    scene.take(restart);
    CHECK(scene.options() == Lines{"h1.1:call.reply"});
    scene.finish();
    CHECK(scene.stored("db").empty());
}

TEST_CASE("database-down: there is no new connection until it is back", "[world]") {
    const auto three = [](const Request& request, Env& env, Log& log) {
        for (const char* name : {"a", "b", "c"}) {
            SqlSession& sql = **env.sql.open();
            log.add(request.key + " " + name + ": " + said(sql.execute(insert, name)));
            sql.close();
            env.clock.sleep(2s);
        }
        return Reply{ReplyKind::done, ""};
    };
    Scene scene(with_faults({{.kind = FaultKind::database_down, .duration = 1s}}), three, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "world:database.down:database-down"});
    scene.finish();
    CHECK(
        scene.log.lines ==
        Lines{
            "pay-1 a: 1 row(s)",
            "pay-1 b: connection_lost (may have been applied)",
            "pay-1 c: 1 row(s)"}
    );
    Scene at_once(with_faults({{.kind = FaultKind::database_down, .duration = 1s}}), three, 1);
    at_once.take_all({"world:database.down:database-down", "c1:call.send"});
    at_once.finish();
    CHECK(
        at_once.log.lines == Lines{"pay-1 a: unavailable", "pay-1 b: 1 row(s)", "pay-1 c: 1 row(s)"}
    );
}

TEST_CASE("database-failover: acknowledged commits are gone, effects among them", "[world]") {
    Config config = in_transaction({.kind = FaultKind::database_failover, .lose = 1});
    config.guarantees = {guarantee::Id::no_lost_request};
    config.horizons = {};
    Scene scene(config, pay_in_transaction, 1);
    scene.take_all({"c1:call.send", "h1.1:sql.insert", "h1.1:sql.insert", "h1.1:sql.commit"});
    CHECK(scene.stored("db").size() == 2);
    const std::string failover = "world:database.failover:database-failover";
    CHECK(scene.options() == Lines{"h1.1:call.reply", failover});
    scene.take(failover);
    CHECK(scene.stored("db").empty());
    scene.finish();
    REQUIRE(scene.violations.size() == 2);
    CHECK(scene.violations[0].text == "c1 was told \"done\" for key pay-1, but no effect exists");
    CHECK(
        scene.violations[1].text ==
        "c1 was told success for key pay-1, but at the end the effect is gone"
    );
}

TEST_CASE("database-failover: it forgets as many commits as there are", "[world]") {
    const auto two = [](const Request&, Env& env, Log&) {
        SqlSession& sql = **env.sql.open();
        static_cast<void>(sql.execute(insert, "a"));
        static_cast<void>(sql.execute(insert, "b"));
        return Reply{ReplyKind::done, ""};
    };
    const auto left = [&](std::size_t lose) {
        Scene scene(with_faults({{.kind = FaultKind::database_failover, .lose = lose}}), two, 1);
        scene.take_all(
            {"c1:call.send",
             "h1.1:sql.insert",
             "h1.1:sql.insert",
             "world:database.failover:database-failover"}
        );
        return scene.stored("db").size();
    };
    CHECK(left(1) == 1);
    CHECK(left(2) == 0);
    CHECK(left(5) == 0);
}

TEST_CASE("lock-timeout: a statement that waits fails and dooms its transaction", "[world]") {
    Config config = with_faults({{.kind = FaultKind::lock_timeout}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_and_commit, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h2.1:sql.insert"});
    CHECK(scene.options() == Lines{"h1.1:sql.commit", "h2.1:sql.lock-timeout:lock-timeout"});
    scene.take("h2.1:sql.lock-timeout:lock-timeout");
    scene.finish();
    CHECK(scene.log.lines == Lines{"1 row(s)", "lock_timeout", "in_failed_transaction", "ok"});
}

TEST_CASE("lock-timeout: a filter names the statement that waits", "[world]") {
    Config config = with_faults({{.kind = FaultKind::lock_timeout, .at = "sql.update"}});
    config.callers.push_back({.request = pay_1(), .start = 0s});
    Scene scene(config, insert_and_commit, 1);
    scene.take_all({"c1:call.send", "c2:call.send", "h1.1:sql.insert", "h2.1:sql.insert"});
    CHECK(scene.options() == Lines{"h1.1:sql.commit"});
}

TEST_CASE("database faults: the sizes of small spaces, by snapshot and by replay", "[world]") {
    Log log;
    const Script strategy(pay_in_transaction, log);
    const auto with = [&](FaultRule rule) {
        Config config = in_transaction(std::move(rule));
        config.callers.push_back({.request = pay_1(), .start = 0s});
        config.attempts_max = 2;
        config.guarantees = {guarantee::Id::single_effect, guarantee::Id::no_lost_request};
        return explored(config, strategy, 1);
    };
    const Explored restart = with({.kind = FaultKind::database_restart});
    CHECK(restart.size == "355 states, 547 transitions");
    CHECK(restart.broken.empty());
    const Explored down = with({.kind = FaultKind::database_down, .duration = 2s});
    CHECK(down.size == "346 states, 560 transitions");
    CHECK(down.broken.empty());
    const Explored failover = with({.kind = FaultKind::database_failover});
    CHECK(failover.size == "400 states, 613 transitions");
    CHECK(
        failover.broken ==
        Lines{
            "no_lost_request: c1 was told success for key pay-1, but at the end the effect is gone"}
    );
    const Explored timeout = with({.kind = FaultKind::lock_timeout});
    CHECK(timeout.size == "106 states, 150 transitions");
    CHECK(timeout.broken.empty());
}

}  // namespace onceproof::world
