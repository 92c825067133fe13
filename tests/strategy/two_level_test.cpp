#include "impls/strategy/two_level.hpp"

#include "impls/strategy/key_record.hpp"
#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

constexpr std::string_view gate = "idempotent:order:pay-1";
constexpr std::string_view cached = "idempotent:result:pay-1";

struct Published : Desk {
    explicit Published(Effect effect = Effect::external) : Desk("two-level", "published", effect) {}
};

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::in_transaction)
        : Desk("two-level", "hardened", effect) {}
};

}  // namespace

TEST_CASE("two-level: the gate around the table", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "scope.bind",
            "kv.set",
            "sql.open",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "kv.set"}
    );
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "kv.get"});
}

TEST_CASE("two-level: the gate takes nothing of the table's failures away", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.held(gate).empty());
    CHECK(desk.ask() == Reply{ReplyKind::error, "failed before"});
    CHECK(desk.charges() == 0);
    Published lost;
    lost.ports.lose_reply("sql.insert", cut);
    CHECK(lost.ask() == error("connection_lost"));
    CHECK(lost.ask() == in_progress_reply);
    lost.ports.fail("sql.open", unreachable);
    CHECK(lost.ask() == error("unavailable"));
}

TEST_CASE("two-level: the gate adds empty successes and stale answers", "[strategy]") {
    Published desk;
    desk.ports.before("gateway.charge", [&] {
        CHECK(desk.ask() == Reply{ReplyKind::duplicate, ""});
    });
    CHECK(desk.ask() == done());
    desk.ports.elsewhere("DELETE FROM idempotent_request");
    CHECK(desk.ask() == duplicate());
}

TEST_CASE("two-level: without Redis nothing reaches the table", "[strategy]") {
    Published desk;
    desk.ports.fail("kv.set", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.charges() == 0);
}

TEST_CASE("two-level: hardened, committed results are cached for a short time", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"kv.get", "sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit", "kv.set"}
    );
    CHECK(
        record_of(desk.held(cached)) ==
        KeyRecord{KeyState::done, "", "order-1/100/user-1", "paid order-1 100"}
    );
    CHECK(desk.ports.redis.ttl(cached, desk.ports.now_at) == Duration(60s));
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"kv.get"});
    CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    desk.ports.now_at += 60s;
    CHECK(desk.ask() == duplicate());
    CHECK(desk.held(cached) != "");
}

TEST_CASE("two-level: hardened, only success is cached", "[strategy]") {
    Hardened desk(Effect::external_idempotent);
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.held(cached).empty());
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
}

TEST_CASE("two-level: hardened, the table is asked whatever Redis does", "[strategy]") {
    Hardened desk;
    desk.ports.fail("kv.get", no_answer);
    desk.ports.fail("kv.set", unreachable);
    CHECK(desk.ask() == done());
    desk.ports.fail("kv.get", unreachable);
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.redis.set(cached, "something else", {}, desk.ports.now_at));
    CHECK(desk.ask() == duplicate());
    CHECK(desk.payments() == 1);
    desk.ports.fail("sql.open", unreachable);
    desk.ports.fail("kv.get", unreachable);
    CHECK(desk.ask() == error("unavailable"));
}

TEST_CASE("two-level: hardened, the cache answers for what the database has lost", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    desk.ports.elsewhere("DELETE FROM idempotent_request");
    desk.ports.elsewhere("DELETE FROM payment");
    CHECK(desk.ask() == duplicate());
    desk.ports.now_at += 60s;
    CHECK(desk.ask() == done());
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("idempotent_request", {2}).empty());
}

TEST_CASE("two-level: rules", "[strategy]") {
    CHECK(
        breach_of("two-level", "hardened", {{"cache", Duration(301s)}}) ==
        "cache: cache must be at most 5min: it is no authority"
    );
    CHECK(breach_of("two-level", "published", {{"cache", Duration(301s)}}) == "");
    CHECK(
        breach_of("two-level", "hardened", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
}

}  // namespace onceproof::strategy
