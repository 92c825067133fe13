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

TEST_CASE("table-lock: a delete without looking takes another's lock", "[strategy]") {
    Published desk({{"unlock", std::string("delete")}, {"value", std::string("constant")}});
    desk.ports.before("sql.select", [&] { CHECK(holder(desk) == "locked"); });
    desk.ports.before("kv.del", [&] { occupy(desk); });
    CHECK(desk.ask() == done());
    CHECK(holder(desk).empty());
    const Calls calls = desk.ports.take_calls();
    CHECK(std::count(calls.begin(), calls.end(), "kv.get") == 0);
}

TEST_CASE("table-lock: a constant value makes another's lock look like one's own", "[strategy]") {
    Published desk({{"value", std::string("constant")}});
    desk.ports.before("kv.get", [&] {
        CHECK(desk.ports.redis.set(lock, "locked", {.ttl = 30s}, desk.ports.now_at));
    });
    CHECK(desk.ask() == done());
    CHECK(holder(desk).empty());
}

TEST_CASE("table-lock: in two commands the lock may have no end", "[strategy]") {
    Published desk({{"acquire", std::string("two-commands")}});
    desk.ports.fail("kv.expire", unreachable);
    desk.ports.before("sql.select", [&] {
        CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == Duration::max());
    });
    CHECK(desk.ask() == done());
}

TEST_CASE("table-lock: an ephemeral lock has no time to live", "[strategy]") {
    Published desk({{"kind", std::string("ephemeral")}});
    desk.ports.before("sql.select", [&] {
        CHECK(desk.ports.redis.ttl(lock, desk.ports.now_at) == Duration::max());
    });
    CHECK(desk.ask() == done());
}

TEST_CASE("table-lock: without the table only the effect's own row remembers", "[strategy]") {
    const Options none{{"table", std::string("none")}};
    Published desk(none, Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "kv.set",
            "sql.select",
            "sql.insert",
            "kv.get",
            "kv.del",
            "sql.commit"}
    );
    CHECK(desk.ask() == duplicate());
    CHECK(desk.payments() == 1);
    CHECK(desk.rows().empty());
    desk.ports.fail("sql.select", cut);
    CHECK(desk.ask() == error("connection_lost"));
    Published outside(none);
    CHECK(outside.ask() == done());
    CHECK(outside.ask() == done());
    CHECK(outside.charges() == 2);
    outside.ports.fail("gateway.charge", card_declined);
    CHECK(outside.ask() == error("declined"));
}

TEST_CASE(
    "table-lock: without the table, the next holder does not see what is not committed",
    "[strategy]"
) {
    Published desk({{"table", std::string("none")}}, Effect::in_transaction);
    desk.ports.before("sql.commit", [&] {
        // The lock is free, and the row is not there yet.
        CHECK(holder(desk).empty());
        CHECK(desk.payments() == 0);
    });
    CHECK(desk.ask() == done());
}

TEST_CASE("table-lock: rules", "[strategy]") {
    CHECK(
        breach_of("table-lock", "published", {{"renew", true}, {"ttl", Duration(2ms)}}) ==
        "ttl: ttl must be at least 3ms where it is renewed at a third of it, and is 2ms"
    );
    CHECK(
        breach_of(
            "table-lock", "published", {{"renew", true}, {"kind", std::string("ephemeral")}}
        ) == "renew: an ephemeral lock ends with its session: there is nothing to renew"
    );
    CHECK(
        breach_of("table-lock", "hardened", {{"table", std::string("none")}}) ==
        "claim: without the table there is nothing to insert a claim into"
    );
}

}  // namespace onceproof::strategy
