#include "tests/strategy/desk.hpp"

// The hardened table where the effect is made by an outside party.

namespace onceproof::strategy {
namespace {

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::external_idempotent)
        : Desk("dedup-table", "hardened", effect) {}

    /// The first attempt is charged, but does not learn it: its claim stays.
    void leave_a_claim() {
        ports.lose_reply("gateway.charge", no_answer);
        CHECK(ask() == error("timeout"));
        CHECK(rows() == Calls{"pay-1 status 0"});
        ports.take_calls();
    }
};

}  // namespace

TEST_CASE(
    "claim-with-lease: a committed claim, the effect under the key, a conditional finish",
    "[strategy]"
) {
    Hardened desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "gateway.charge", "sql.update"}
    );
    CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
    CHECK(desk.ports.gateway.ledger()[0].downstream_key == "pay-1");
}

TEST_CASE("claim-with-lease: a finished key is answered from the table", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    desk.ports.take_calls();
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "sql.select"});
}

TEST_CASE("claim-with-lease: another payload is refused, finished or not", "[strategy]") {
    Hardened finished;
    CHECK(finished.ask() == done());
    CHECK(finished.ask(pay_1_other).kind == ReplyKind::mismatch);
    Hardened pending;
    pending.leave_a_claim();
    CHECK(pending.ask(pay_1_other).kind == ReplyKind::mismatch);
}

TEST_CASE(
    "claim-with-lease: an unknown failure leaves the claim, and others are busy until its lease "
    "ends",
    "[strategy]"
) {
    Hardened desk;
    desk.leave_a_claim();
    desk.ports.now_at += 10s - 1us;
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "sql.select", "sql.update"});
    desk.ports.now_at += 1us;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.insert", "sql.select", "sql.update", "gateway.charge", "sql.update"}
    );
    CHECK(desk.charges() == 1);
}

TEST_CASE("claim-with-lease: a takeover begins a lease of its own", "[strategy]") {
    Hardened desk;
    desk.leave_a_claim();
    desk.ports.now_at += 10s;
    desk.leave_a_claim();
    desk.ports.now_at += 9s;
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 1s;
    CHECK(desk.ask() == done());
}

TEST_CASE(
    "claim-with-lease: without an idempotent party a takeover may repeat the effect", "[strategy]"
) {
    Hardened desk(Effect::external);
    desk.leave_a_claim();
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("claim-with-lease: a definite failure releases the claim at once", "[strategy]") {
    Hardened desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == Reply{ReplyKind::declined, "the gateway declined"});
    CHECK(
        desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "gateway.charge", "sql.delete"}
    );
    CHECK(desk.rows().empty());
    desk.ports.fail("gateway.charge", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.rows().empty());
    CHECK(desk.ask() == done());
}

TEST_CASE("claim-with-lease: only the owner's claim is released", "[strategy]") {
    Hardened desk;
    desk.ports.before("sql.delete", [&] {
        desk.ports.elsewhere("UPDATE idempotent_duplicate SET owner = 'another'");
    });
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask().kind == ReplyKind::declined);
    CHECK(desk.rows() == Calls{"pay-1 status 0"});
}

TEST_CASE("claim-with-lease: the loser of a race is busy, and makes no effect", "[strategy]") {
    Hardened desk;
    desk.ports.before("sql.insert", [&] {
        desk.ports.elsewhere(
            "INSERT INTO idempotent_duplicate "
            "(request_id, request_type, payload_hash, status, owner, lease_until) VALUES "
            "('pay-1', 'pay', 'order-1/100/user-1', 0, 'another', now() + interval '10 seconds')"
        );
    });
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.charges() == 0);
}

TEST_CASE(
    "claim-with-lease: a claim that is released before it is read leaves the loser busy",
    "[strategy]"
) {
    Hardened desk;
    desk.leave_a_claim();
    desk.ports.before("sql.select", [&] {
        desk.ports.elsewhere("DELETE FROM idempotent_duplicate");
    });
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "sql.select"});
}

TEST_CASE(
    "claim-with-lease: a finish that was applied unheard is found by the retry", "[strategy]"
) {
    Hardened desk;
    desk.ports.lose_reply("sql.update", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.ask() == duplicate());
    CHECK(desk.charges() == 1);
}

TEST_CASE(
    "claim-with-lease: a finish that was not applied is made up for after the lease", "[strategy]"
) {
    Hardened desk;
    desk.ports.fail("sql.update", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
}

TEST_CASE("claim-with-lease: errors before the effect are errors without one", "[strategy]") {
    for (const std::string call : {"sql.insert", "sql.select", "sql.update"}) {
        Hardened desk;
        if (call != "sql.insert") {
            desk.leave_a_claim();
        }
        const std::size_t before = desk.charges();
        desk.ports.fail(call, cut);
        CHECK(desk.ask() == error("connection_lost"));
        CHECK(desk.charges() == before);
    }
}

}  // namespace onceproof::strategy
