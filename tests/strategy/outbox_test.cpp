#include "impls/strategy/outbox.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

struct Service : Desk {
    explicit Service(const Options& single = {}, Effect effect = Effect::external)
        : Desk("outbox", "published", effect, single) {}
};

}  // namespace

TEST_CASE("outbox: the order and its message are one transaction", "[strategy]") {
    Service desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit"}
    );
    CHECK(desk.lines("purchase", {0, 1, 2, 3}) == Calls{"pay-1 order-1 100 user-1"});
    CHECK(desk.lines("outbox", {1, 2, 3, 4, 5}) == Calls{"pay-1 order-1 100 user-1 0"});
    CHECK(desk.charges() == 0);
}

TEST_CASE("outbox: without the commit there is neither", "[strategy]") {
    for (const std::string call : {"sql.insert", "sql.commit"}) {
        Service desk;
        desk.ports.fail(call, cut);
        CHECK(desk.ask() == error("connection_lost"));
        CHECK(desk.ports.take_calls().back() == "sql.rollback");
    }
    Service half;
    half.ports.let_pass("sql.insert");
    half.ports.fail("sql.insert", cut);
    CHECK(half.ask() == error("connection_lost"));
    CHECK(half.lines("purchase", {0}).empty());
}

TEST_CASE("outbox: a known order is answered from its record", "[strategy]") {
    Service desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    CHECK(desk.lines("outbox", {1}) == Calls{"pay-1"});
    desk.ports.before("sql.select", [&] { desk.ports.elsewhere("DELETE FROM purchase"); });
    CHECK(desk.ask() == busy_reply);
    Service cut_off;
    CHECK(cut_off.ask() == done());
    cut_off.ports.fail("sql.select", cut);
    CHECK(cut_off.ask() == error("connection_lost"));
    cut_off.ports.fail("sql.rollback", cut);
    CHECK(cut_off.ask() == error("connection_lost"));
    cut_off.ports.fail("sql.open", unreachable);
    CHECK(cut_off.ask() == error("unavailable"));
}

TEST_CASE("outbox: the consumer recognises what it has had, unless it has no inbox", "[strategy]") {
    Service desk({}, Effect::in_transaction);
    CHECK(desk.take({delivery_of("outbox-1")}));
    CHECK(desk.take({delivery_of("outbox-1")}));
    CHECK(desk.payments() == 1);
    Service plain({{"inbox", std::string("none")}});
    CHECK(plain.take({delivery_of("outbox-1")}));
    CHECK(plain.take({delivery_of("outbox-1")}));
    CHECK(plain.charges() == 2);
    plain.ports.fail("gateway.charge", no_answer);
    CHECK_FALSE(plain.take({delivery_of("outbox-1")}));
}

TEST_CASE("outbox: sent rows and handled ids go after 30 days, orders stay", "[strategy]") {
    Service desk({}, Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(desk.take({delivery_of("outbox-1")}));
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("outbox", {1}) == Calls{"pay-1"});
    CHECK(desk.lines("inbox", {1}).empty());
    desk.relay();
    desk.sweep();
    CHECK(desk.lines("outbox", {1}).empty());
    CHECK(desk.lines("purchase", {0}) == Calls{"pay-1"});
    Service numbered({{"cursor", std::string("high-water-mark")}, {"inbox", std::string("none")}});
    CHECK(numbered.ask() == done());
    numbered.ports.now_at += 24h * 31;
    numbered.sweep();
    CHECK(numbered.lines("outbox", {1}).empty());
    numbered.ports.fail("sql.open", unreachable);
    numbered.sweep();
}

TEST_CASE("outbox: rules", "[strategy]") {
    const Options marked{{"cursor", std::string("high-water-mark")}};
    CHECK(breach_of("outbox", "published", marked) == "");
    CHECK(
        breach_of("outbox", "hardened", marked) ==
        "claim: a relay that goes by a high-water mark claims no rows"
    );
    Options both = marked;
    both["mark"] = std::string("all-of-context");
    CHECK(
        breach_of("outbox", "published", both) ==
        "mark: a relay that goes by a high-water mark flags no rows"
    );
    CHECK(
        breach_of("outbox", "published", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
    CHECK(
        breach_of(
            "outbox", "published", {{"retention", Duration(1s)}, {"inbox", std::string("none")}}
        ) == ""
    );
}

}  // namespace onceproof::strategy
