#include "impls/strategy/mq_dedup.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Request pay_2{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};

struct Published : Desk {
    explicit Published(const Options& single = {}, Effect effect = Effect::external)
        : Desk("mq-dedup", "published", effect, single) {}
};

struct Hardened : Desk {
    explicit Hardened(Effect effect) : Desk("mq-dedup", "hardened", effect) {}
};

const std::vector<Delivery> one{delivery_of("m-1")};
const std::vector<Delivery> two{delivery_of("m-1"), delivery_of("m-2", pay_2)};

}  // namespace

TEST_CASE("mq-dedup: a mark for 24 h, then the work", "[strategy]") {
    Published desk;
    CHECK(desk.take(one));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "gateway.charge"});
    CHECK(desk.ports.redis.ttl("mq:dedup:m-1", desk.ports.now_at) == Duration(24h));
    CHECK(desk.take(one));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set"});
    CHECK(desk.charges() == 1);
}

TEST_CASE("mq-dedup: B4-1 a failure after the mark loses the message", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK_FALSE(desk.take(one));
    CHECK(desk.take(one));
    CHECK(desk.charges() == 0);
}

TEST_CASE("mq-dedup: B4-2, B4-3 any error of Redis acknowledges and drops", "[strategy]") {
    Published down;
    down.ports.fail("kv.set", unreachable);
    CHECK(down.take(one));
    CHECK(down.charges() == 0);
    Published unheard;
    unheard.ports.lose_reply("kv.set", no_answer);
    CHECK(unheard.take(one));
    CHECK(unheard.take(one));
    CHECK(unheard.charges() == 0);
    Published returned({{"errors", std::string("returned")}});
    returned.ports.fail("kv.set", unreachable);
    CHECK_FALSE(returned.take(one));
    CHECK(returned.take(one));
    CHECK(returned.charges() == 1);
}

TEST_CASE("mq-dedup: B4-4 a second delivery is skipped while the first still works", "[strategy]") {
    Published desk;
    desk.ports.before("gateway.charge", [&] { CHECK(desk.take(one)); });
    CHECK(desk.take(one));
    Published failing({}, Effect::in_transaction);
    failing.ports.before("sql.open", [&] {
        CHECK(failing.take(one));
        failing.ports.fail("sql.insert", cut);
    });
    CHECK_FALSE(failing.take(one));
    CHECK(failing.payments() == 0);
}

TEST_CASE("mq-dedup: B4d deleting the mark repeats what went unanswered", "[strategy]") {
    Published desk({{"on_failure", std::string("delete")}});
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK_FALSE(desk.take(one));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "gateway.charge", "kv.del"});
    CHECK(desk.take(one));
    CHECK(desk.charges() == 2);
}

TEST_CASE("mq-dedup: B4-5 a redelivery after 24 h is new", "[strategy]") {
    Published desk;
    CHECK(desk.take(one));
    desk.ports.now_at += 24h;
    CHECK(desk.take(one));
    CHECK(desk.charges() == 2);
}

TEST_CASE("mq-dedup: B4-6 the message id is not the business id", "[strategy]") {
    Published desk;
    CHECK(desk.take(one));
    CHECK(desk.take({delivery_of("m-2")}));
    CHECK(desk.charges() == 2);
    CHECK(desk.take({delivery_of("m-1", pay_2)}));
    CHECK(desk.charges() == 2);
}

TEST_CASE("mq-dedup: B4-7 a failed message in a batch is lost, the rest is not", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK_FALSE(desk.take(two));
    CHECK(desk.take(two));
    CHECK(desk.charges() == 1);
    CHECK(desk.ports.gateway.ledger()[0].request.key == "pay-2");
}

TEST_CASE("mq-dedup: one mark for a batch loses all of it", "[strategy]") {
    Published desk({{"mark", std::string("per-batch")}});
    desk.ports.let_pass("gateway.charge");
    desk.ports.fail("gateway.charge", card_declined);
    CHECK_FALSE(desk.take(two));
    CHECK(desk.held("mq:dedup:m-1,m-2") == "1");
    CHECK(desk.take(two));
    CHECK(desk.charges() == 1);
    CHECK(desk.take(one));
    CHECK(desk.charges() == 2);
}

TEST_CASE("mq-dedup: a mark after the work repeats what was not marked", "[strategy]") {
    const Options after{{"order", std::string("mark-after")}};
    Published desk(after);
    CHECK(desk.take(one));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.get", "gateway.charge", "kv.set"});
    CHECK(desk.take(one));
    CHECK(desk.charges() == 1);
    Published unmarked(after);
    unmarked.ports.fail("kv.set", unreachable);
    CHECK(unmarked.take(one));
    CHECK(unmarked.take(one));
    CHECK(unmarked.charges() == 2);
    Published returned({{"order", std::string("mark-after")}, {"errors", std::string("returned")}});
    returned.ports.fail("kv.set", unreachable);
    CHECK_FALSE(returned.take(one));
    returned.ports.fail("kv.get", unreachable);
    CHECK_FALSE(returned.take(one));
    CHECK(returned.charges() == 1);
}

TEST_CASE("mq-dedup: a request is taken for a delivery with its key", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.ask() == Reply{ReplyKind::duplicate, "handled before"});
    CHECK(desk.ask(pay_2) == Reply{ReplyKind::done, "paid order-2 7"});
}

TEST_CASE("mq-dedup: hardened, a row by business id in the effect's transaction", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    CHECK(desk.take(one));
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit", "sql.close"}
    );
    CHECK(desk.take({delivery_of("m-2")}));
    CHECK(desk.payments() == 1);
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("inbox", {1}).empty());
    desk.ports.fail("sql.commit", cut);
    CHECK_FALSE(desk.take({delivery_of("m-3", pay_2)}));
    desk.ports.fail("sql.open", unreachable);
    CHECK_FALSE(desk.take(one));
}

TEST_CASE("mq-dedup: rules", "[strategy]") {
    CHECK(
        breach_of("mq-dedup", "hardened", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
    CHECK(breach_of("mq-dedup", "published", {{"retention", Duration(1s)}}) == "");
}

}  // namespace onceproof::strategy
