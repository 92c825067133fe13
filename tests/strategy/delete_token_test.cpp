#include "impls/strategy/delete_token.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Reply refused{ReplyKind::duplicate, "duplicate, or the token is invalid"};

struct Published : Desk {
    explicit Published(const Options& single = {})
        : Desk("delete-token", "published", Effect::external, single) {}
};

struct Hardened : Desk {
    explicit Hardened(Effect effect) : Desk("delete-token", "hardened", effect) {}
};

Request with_token(const Request& issued, Request request) {
    request.key = issued.key;
    return request;
}

}  // namespace

TEST_CASE("delete-token: the token is stored, deleted, and then the work begins", "[strategy]") {
    Published desk;
    const Request request = desk.issued();
    CHECK(request.key == "uuid-1");
    CHECK(desk.held("token:uuid-1") == "order-1");
    CHECK(desk.ports.redis.ttl("token:uuid-1", desk.ports.now_at) == Duration(600s));
    CHECK(desk.ports.take_calls() == Calls{"kv.set"});
    CHECK(desk.ask(request) == done());
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.del", "gateway.charge"});
    CHECK(desk.ask(request) == refused);
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.del"});
}

TEST_CASE("delete-token: B3-1, B3-3 a failure after the DEL is told as a duplicate", "[strategy]") {
    Published desk;
    const Request request = desk.issued();
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask(request) == error("declined"));
    CHECK(desk.ask(request) == refused);
    CHECK(desk.charges() == 0);
}

TEST_CASE("delete-token: B3-2 a DEL whose reply is lost spends the token", "[strategy]") {
    Published desk;
    const Request request = desk.issued();
    desk.ports.lose_reply("kv.del", no_answer);
    CHECK(desk.ask(request) == error("timeout"));
    CHECK(desk.ask(request) == refused);
    CHECK(desk.charges() == 0);
}

TEST_CASE("delete-token: B3-4 a token of one order pays another", "[strategy]") {
    Published desk;
    const Request other =
        with_token(desk.issued(), {.key = "", .order = "order-2", .amount = 900, .user = "user-2"});
    CHECK(desk.ask(other) == Reply{ReplyKind::done, "paid order-2 900"});
}

TEST_CASE("delete-token: B3-5 two tokens pay one order twice", "[strategy]") {
    Published desk;
    const Request first = desk.issued();
    const Request second = desk.issued();
    CHECK(desk.ask(first) == done());
    CHECK(desk.ask(second) == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("delete-token: B3-6 a token that was never stored is given out", "[strategy]") {
    Published desk;
    desk.ports.fail("kv.set", unreachable);
    const Request request = desk.issued();
    CHECK(desk.ask(request) == refused);
    CHECK(desk.charges() == 0);
}

TEST_CASE("delete-token: B3-7 a token that Redis brings back is good again", "[strategy]") {
    Published desk;
    const Request request = desk.issued();
    CHECK(desk.ask(request) == done());
    CHECK(desk.ports.redis.set("token:uuid-1", "order-1", {.ttl = 600s}, desk.ports.now_at));
    CHECK(desk.ask(request) == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("delete-token: B3-8 after 600 s a token is invalid", "[strategy]") {
    Published desk;
    const Request request = desk.issued();
    desk.ports.now_at += 600s;
    CHECK(desk.ask(request) == refused);
}

TEST_CASE("delete-token: a look-up before the DEL lets two in", "[strategy]") {
    Published desk({{"consume", std::string("get-then-delete")}});
    const Request request = desk.issued();
    desk.ports.before("kv.del", [&] { CHECK(desk.ask(request) == done()); });
    CHECK(desk.ask(request) == done());
    CHECK(desk.charges() == 2);
    CHECK(desk.ask(request) == refused);
    desk.ports.fail("kv.get", unreachable);
    CHECK(desk.ask(request) == error("unavailable"));
    const Request next = desk.issued();
    desk.ports.fail("kv.del", unreachable);
    CHECK(desk.ask(next) == error("unavailable"));
}

TEST_CASE("delete-token: hardened, a row for the order is written with the effect", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    const Request first = desk.issued();
    const Request second = desk.issued();
    desk.ports.take_calls();
    CHECK(desk.ask(first) == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"kv.get", "sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit"}
    );
    CHECK(desk.ask(first) == duplicate());
    CHECK(desk.ask(second) == duplicate());
    CHECK(desk.payments() == 1);
    CHECK(desk.lines("spent_token", {1, 4, 5}) == Calls{"order-1 1 paid order-1 100"});
}

TEST_CASE("delete-token: hardened, the outside party dedups on the order", "[strategy]") {
    Hardened desk(Effect::external_idempotent);
    const Request first = desk.issued();
    const Request second = desk.issued();
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask(first) == error("timeout"));
    desk.ports.now_at += 10s;
    CHECK(desk.ask(second) == done());
    CHECK(desk.charges() == 1);
    CHECK(desk.ports.gateway.ledger()[0].downstream_key == "order-1");
}

TEST_CASE("delete-token: hardened, a token of something else is refused early", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    const Request other =
        with_token(desk.issued(), {.key = "", .order = "order-2", .amount = 900, .user = "user-2"});
    desk.ports.take_calls();
    CHECK(desk.ask(other).kind == ReplyKind::mismatch);
    CHECK(desk.ports.take_calls() == Calls{"kv.get"});
}

TEST_CASE("delete-token: hardened, Redis is not needed", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    desk.ports.fail("kv.set", unreachable);
    const Request request = desk.issued();
    desk.ports.fail("kv.get", unreachable);
    CHECK(desk.ask(request) == done());
    CHECK(desk.ask(request) == duplicate());
    desk.ports.fail("sql.open", unreachable);
    CHECK(desk.ask(request) == error("unavailable"));
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("spent_token", {1}).empty());
}

TEST_CASE("delete-token: rules", "[strategy]") {
    CHECK(
        breach_of("delete-token", "hardened", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
    CHECK(breach_of("delete-token", "published", {{"retention", Duration(1s)}}) == "");
}

}  // namespace onceproof::strategy
