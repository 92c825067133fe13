#include <algorithm>

#include "impls/strategy/table_lock.hpp"
#include "tests/strategy/desk.hpp"

// The lock as it has been seen elsewhere: what single options make of the published form.

namespace onceproof::strategy {
namespace {

constexpr std::string_view lock = "idempotent:lock:pay-1";

struct Published : Desk {
    explicit Published(const Options& single = {}, Effect effect = Effect::external)
        : Desk("table-lock", "published", effect, single) {}
};

/// Somebody else holds the lock.
void occupy(Desk& desk) {
    static_cast<void>(desk.ports.redis.set(
        lock, "another", {.when = SetWhen::always, .ttl = 30s}, desk.ports.now_at
    ));
}

}  // namespace

TEST_CASE("table-lock: a delete without looking takes another's lock", "[strategy]") {
    Published desk({{"unlock", std::string("delete")}, {"value", std::string("constant")}});
    desk.ports.before("sql.select", [&] { CHECK(desk.held(lock) == "locked"); });
    desk.ports.before("kv.del", [&] { occupy(desk); });
    CHECK(desk.ask() == done());
    CHECK(desk.held(lock).empty());
    const Calls calls = desk.ports.take_calls();
    CHECK(std::count(calls.begin(), calls.end(), "kv.get") == 0);
}

TEST_CASE("table-lock: a constant value makes another's lock look like one's own", "[strategy]") {
    Published desk({{"value", std::string("constant")}});
    desk.ports.before("kv.get", [&] {
        CHECK(desk.ports.redis.set(lock, "locked", {.ttl = 30s}, desk.ports.now_at));
    });
    CHECK(desk.ask() == done());
    CHECK(desk.held(lock).empty());
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
        CHECK(desk.held(lock).empty());
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
