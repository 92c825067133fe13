#include "impls/strategy/table_lock.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::string_view lock = "idempotent:lock:pay-1";

struct Published : Desk {
    explicit Published(const Options& single = {}, Effect effect = Effect::external)
        : Desk("table-lock", "published", effect, single) {}
};

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::external) : Desk("table-lock", "hardened", effect) {}
};

/// Somebody else holds the lock.
void occupy(Desk& desk) {
    static_cast<void>(desk.ports.redis.set(
        lock, "another", {.when = SetWhen::always, .ttl = 30s}, desk.ports.now_at
    ));
}

std::string holder(const Desk& desk) {
    return desk.ports.redis.get(lock, desk.ports.now_at).value_or("");
}

}  // namespace

TEST_CASE(
    "table-lock: lock inside the transaction, work, unlock, and only then commit", "[strategy]"
) {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "kv.set",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "kv.get",
            "kv.del",
            "sql.commit"}
    );
    CHECK(holder(desk).empty());
}

TEST_CASE("table-lock: the lock lives for 30 s and holds the attempt's own value", "[strategy]") {
    Published desk;
    desk.ports.before("sql.select", [&] {
        CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == Duration(30s));
        CHECK(holder(desk) == "uuid-1");
    });
    CHECK(desk.ask() == done());
}

TEST_CASE(
    "table-lock: while another holds the lock the answer is a success-shaped text", "[strategy]"
) {
    Published desk;
    occupy(desk);
    CHECK(desk.ask() == in_progress_reply);
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.begin", "kv.set", "sql.commit"});
    CHECK(holder(desk) == "another");
}

TEST_CASE("table-lock: without Redis there is an error", "[strategy]") {
    Published desk;
    desk.ports.fail("kv.set", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.begin", "kv.set", "sql.rollback"});
    CHECK(desk.charges() == 0);
}

TEST_CASE(
    "table-lock: a lock whose reply was lost keeps everybody out, the one who took it too",
    "[strategy]"
) {
    Published desk;
    desk.ports.lose_reply("kv.set", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == in_progress_reply);
    desk.ports.now_at += 30s;
    CHECK(desk.ask() == done());
}

TEST_CASE(
    "table-lock: an error while unlocking takes the reply's place and undoes the work", "[strategy]"
) {
    for (const std::string call : {"kv.get", "kv.del"}) {
        Published outside;
        outside.ports.fail(call, unreachable);
        CHECK(outside.ask() == error("unavailable"));
        CHECK(outside.ports.take_calls().back() == "sql.rollback");
        CHECK(outside.charges() == 1);
        CHECK(outside.rows().empty());
        Published same_database({}, Effect::in_transaction);
        same_database.ports.fail(call, unreachable);
        CHECK(same_database.ask() == error("unavailable"));
        CHECK(same_database.payments() == 0);
    }
}

TEST_CASE("table-lock: it takes the place of the work's own error, too", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    desk.ports.fail("kv.get", no_answer);
    CHECK(desk.ask() == error("timeout"));
    Published unlocked;
    unlocked.ports.fail("gateway.charge", card_declined);
    CHECK(unlocked.ask() == error("declined"));
    CHECK(holder(unlocked).empty());
}

TEST_CASE(
    "table-lock: look-up and insert stand inside the try: a failed insert marks the winner's row",
    "[strategy]"
) {
    const auto lose_the_race = [](Desk& desk) {
        desk.ports.before("sql.insert", [&desk] { desk.ports.elsewhere(finished_elsewhere); });
    };
    // In one transaction the insert has doomed it, so the mark fails in its turn and hides it.
    Published proxied;
    lose_the_race(proxied);
    CHECK(proxied.ask() == error("in_failed_transaction"));
    CHECK(
        proxied.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "kv.set",
            "sql.select",
            "sql.insert",
            "sql.update",
            "kv.get",
            "kv.del",
            "sql.rollback"}
    );
    Published by_statements({{"transaction", std::string("statements")}});
    lose_the_race(by_statements);
    CHECK(by_statements.ask() == error("unique_violation"));
    CHECK(by_statements.rows() == Calls{"pay-1 status 2 'unique_violation'"});
    CHECK(by_statements.ask() == done());
    CHECK(by_statements.charges() == 1);
}

TEST_CASE("table-lock: GET then DEL deletes the lock that another took in between", "[strategy]") {
    Published seen;
    seen.ports.before("kv.get", [&] { occupy(seen); });
    CHECK(seen.ask() == done());
    CHECK(holder(seen) == "another");
    Published unseen;
    unseen.ports.before("kv.del", [&] { occupy(unseen); });
    CHECK(unseen.ask() == done());
    CHECK(holder(unseen).empty());
}

TEST_CASE("table-lock: compare-and-delete leaves another's lock alone", "[strategy]") {
    Published desk({{"unlock", std::string("compare-and-delete")}});
    desk.ports.before("kv.compare-and-delete", [&] { occupy(desk); });
    CHECK(desk.ask() == done());
    CHECK(holder(desk) == "another");
}

TEST_CASE("table-lock: outside means around the transaction", "[strategy]") {
    Published desk({{"lock", std::string("outside")}});
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "kv.set",
            "sql.begin",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "sql.commit",
            "kv.get",
            "kv.del"}
    );
}

TEST_CASE("table-lock: the hardened form locks around the hardened table, for 4 s", "[strategy]") {
    Hardened desk;
    desk.ports.before("sql.insert", [&] {
        CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == Duration(4s));
    });
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "kv.set",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "kv.compare-and-delete"}
    );
    occupy(desk);
    CHECK(desk.ask() == busy_reply);
}

TEST_CASE("table-lock: the hardened form goes on without Redis", "[strategy]") {
    Hardened desk;
    desk.ports.fail("kv.set", no_answer);
    CHECK(desk.ask() == done());
    desk.ports.fail("kv.compare-and-delete", unreachable);
    CHECK(desk.ask() == duplicate());
    Hardened same_database(Effect::in_transaction);
    same_database.ports.fail("kv.set", unreachable);
    CHECK(same_database.ask() == done());
    CHECK(same_database.payments() == 1);
}

TEST_CASE("table-lock: a renewed lock has a task from the lock to the unlock", "[strategy]") {
    Published desk({{"renew", true}});
    CHECK(desk.ask() == done());
    const Calls calls = desk.ports.take_calls();
    CHECK(calls[2] == "kv.set");
    CHECK(calls[3] == "tasks.start 10s");
    CHECK(calls[calls.size() - 4] == "tasks.stop");
    CHECK(calls[calls.size() - 3] == "kv.get");
}

TEST_CASE(
    "table-lock: the task prolongs the lock until it is another's, errors or not", "[strategy]"
) {
    Published desk({{"renew", true}});
    CHECK(desk.ask() == done());
    desk.ports.take_calls();
    static_cast<void>(desk.ports.redis.set(
        lock, desk.ports.task_value, {.when = SetWhen::always, .ttl = 30s}, desk.ports.now_at
    ));
    desk.ports.let_pass("kv.compare-and-expire");
    desk.ports.fail("kv.compare-and-expire", no_answer);
    desk.ports.before("kv.compare-and-expire", [&] {
        CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == Duration(10s));
        occupy(desk);
    });
    Env env = desk.ports.env();
    desk.ports.task(env, desk.ports.task_key, desk.ports.task_value, 10s);
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sleep 10s",
            "kv.compare-and-expire",
            "sleep 10s",
            "kv.compare-and-expire",
            "sleep 10s",
            "kv.compare-and-expire"}
    );
    CHECK(holder(desk) == "another");
}

}  // namespace onceproof::strategy
