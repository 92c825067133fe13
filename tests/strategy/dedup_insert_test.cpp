#include "impls/strategy/dedup_insert.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Reply empty_success{ReplyKind::duplicate, ""};
const Reply failed_before{ReplyKind::error, "failed before"};

struct Published : Desk {
    explicit Published(const Options& single = {}, Effect effect = Effect::external)
        : Desk("dedup-insert", "published", effect, single) {}

    /// "pay pay-1 status body"
    [[nodiscard]] Calls requests() const { return lines("idempotent_request", {1, 2, 4, 5}); }
};

struct Hardened : Desk {
    explicit Hardened(Effect effect) : Desk("dedup-insert", "hardened", effect) {}
};

}  // namespace

TEST_CASE("dedup-insert: insert, work, status, each a statement of its own", "[strategy]") {
    Published desk;
    desk.ports.before("gateway.charge", [&] { CHECK(desk.requests() == Calls{"pay pay-1 0 -"}); });
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "gateway.charge", "sql.update"}
    );
    CHECK(desk.requests() == Calls{"pay pay-1 1 -"});
}

TEST_CASE("dedup-insert: B2-1 a dead worker's row stays in progress for ever", "[strategy]") {
    Published desk;
    desk.ports.elsewhere("INSERT INTO idempotent_request (source, req_id) VALUES ('pay', 'pay-1')");
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.ask() == in_progress_reply);
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "sql.select"});
    CHECK(desk.charges() == 0);
}

TEST_CASE(
    "dedup-insert: B2-2 an insert that went unanswered keeps its own retry out", "[strategy]"
) {
    Published desk;
    desk.ports.lose_reply("sql.insert", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.ask() == in_progress_reply);
    CHECK(desk.charges() == 0);
}

TEST_CASE("dedup-insert: B2-3 a status that could not be set is not noticed", "[strategy]") {
    Published desk;
    desk.ports.fail("sql.update", cut);
    CHECK(desk.ask() == done());
    CHECK(desk.requests() == Calls{"pay pay-1 0 -"});
    CHECK(desk.ask() == in_progress_reply);
}

TEST_CASE("dedup-insert: B2-4 a kept failure is never retried under its key", "[strategy]") {
    Published desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.requests() == Calls{"pay pay-1 2 -"});
    CHECK(desk.ask() == failed_before);
    CHECK(desk.charges() == 0);
}

TEST_CASE("dedup-insert: B2-5 an effect that went unanswered counts as failed", "[strategy]") {
    Published desk;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.requests() == Calls{"pay pay-1 2 -"});
    CHECK(desk.charges() == 1);
    CHECK(desk.ask() == failed_before);
}

TEST_CASE(
    "dedup-insert: B2-6 a repeated request gets no result, unless it is stored", "[strategy]"
) {
    Published desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == empty_success);
    Published stored({{"body", std::string("stored")}});
    CHECK(stored.ask() == done());
    CHECK(stored.requests() == Calls{"pay pay-1 1 paid order-1 100"});
    CHECK(stored.ask() == duplicate());
}

TEST_CASE("dedup-insert: B2-7 another payload is not told apart", "[strategy]") {
    Published desk({{"body", std::string("stored")}});
    CHECK(desk.ask() == done());
    CHECK(desk.ask(pay_1_other) == duplicate());
}

TEST_CASE("dedup-insert: B2-9 a row that the reader does not see is in progress", "[strategy]") {
    Published desk;
    CHECK(desk.ask() == done());
    desk.ports.before("sql.select", [&] {
        desk.ports.elsewhere("DELETE FROM idempotent_request");
    });
    CHECK(desk.ask() == in_progress_reply);
}

TEST_CASE("dedup-insert: a deleted failure is done again, the unknown one too", "[strategy]") {
    Published desk({{"failed", std::string("delete")}});
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(
        desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "gateway.charge", "sql.delete"}
    );
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
    Published definite({{"failed", std::string("delete-definite")}});
    definite.ports.fail("gateway.charge", card_declined);
    CHECK(definite.ask() == error("declined"));
    CHECK(definite.requests().empty());
    definite.ports.fail("gateway.charge", no_answer);
    CHECK(definite.ask() == error("timeout"));
    CHECK(definite.ask() == failed_before);
}

TEST_CASE("dedup-insert: errors before the effect are errors without one", "[strategy]") {
    Published desk;
    desk.ports.fail("sql.open", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    desk.ports.fail("sql.insert", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.charges() == 0);
    CHECK(desk.ask() == done());
    desk.ports.fail("sql.select", cut);
    CHECK(desk.ask() == error("connection_lost"));
}

TEST_CASE("dedup-insert: the hardened form claims in the effect's transaction", "[strategy]") {
    Hardened desk(Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit"}
    );
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    desk.ports.fail("sql.commit", cut);
    const Request second{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};
    CHECK(desk.ask(second) == error("connection_lost"));
}

TEST_CASE("dedup-insert: the hardened form claims with a lease elsewhere", "[strategy]") {
    Hardened desk(Effect::external_idempotent);
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
    CHECK(desk.lines("idempotent_request", {1, 2, 4, 5}) == Calls{"pay pay-1 1 paid order-1 100"});
    desk.ports.fail("gateway.charge", card_declined);
    const Request second{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};
    CHECK(desk.ask(second) == declined_reply);
    CHECK(desk.lines("idempotent_request", {2}) == Calls{"pay-1"});
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("idempotent_request", {2}).empty());
}

TEST_CASE("dedup-insert: rules", "[strategy]") {
    CHECK(
        breach_of("dedup-insert", "hardened", {{"retention", Duration(1h)}}, 2h) ==
        "retention: retention must cover the caller's retries, which take up to 2h, and is 1h"
    );
    CHECK(breach_of("dedup-insert", "published", {{"retention", Duration(1h)}}, 2h) == "");
}

}  // namespace onceproof::strategy
