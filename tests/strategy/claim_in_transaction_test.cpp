#include "tests/strategy/desk.hpp"

// The hardened table where the effect is a row of the same database.

namespace onceproof::strategy {
namespace {

struct Hardened : Desk {
    Hardened() : Desk("dedup-table", "hardened", Effect::in_transaction) {}
};

const std::string committed_elsewhere =
    "INSERT INTO idempotent_duplicate (request_id, request_type, payload_hash, status, result) "
    "VALUES ('pay-1', 'pay', 'order-1/100/user-1', 1, 'paid order-1 100')";

}  // namespace

TEST_CASE("claim-in-transaction: insert first, pay, commit", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.insert", "sql.commit"}
    );
    CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
    CHECK(desk.payments() == 1);
}

TEST_CASE(
    "claim-in-transaction: a duplicate leaves its transaction and reads the stored result",
    "[strategy]"
) {
    Hardened desk;
    CHECK(desk.ask() == done());
    desk.ports.take_calls();
    CHECK(desk.ask() == duplicate());
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.insert", "sql.rollback", "sql.select"}
    );
    CHECK(desk.payments() == 1);
}

TEST_CASE("claim-in-transaction: another payload under the same key is refused", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    CHECK(desk.payments() == 1);
}

TEST_CASE("claim-in-transaction: the loser of a race gets the winner's result", "[strategy]") {
    Hardened desk;
    desk.ports.before("sql.insert", [&] { desk.ports.elsewhere(committed_elsewhere); });
    CHECK(desk.ask() == duplicate());
    CHECK(desk.payments() == 0);
}

TEST_CASE("claim-in-transaction: a transaction that lost to another is run again", "[strategy]") {
    for (const Error lost : {outrun, doomed}) {
        Hardened desk;
        desk.ports.fail("sql.insert", lost);
        CHECK(desk.ask() == done());
        CHECK(
            desk.ports.take_calls() ==
            Calls{
                "sql.open",
                "sql.begin",
                "sql.insert",
                "sql.rollback",
                "sql.begin",
                "sql.insert",
                "sql.insert",
                "sql.commit"}
        );
    }
}

TEST_CASE("claim-in-transaction: so is one whose commit or payment lost", "[strategy]") {
    Hardened commit;
    commit.ports.fail("sql.commit", outrun);
    CHECK(commit.ask() == done());
    CHECK(commit.payments() == 1);
    Hardened payment;
    payment.ports.let_pass("sql.insert");
    payment.ports.fail("sql.insert", doomed);
    CHECK(payment.ask() == done());
    CHECK(payment.payments() == 1);
}

TEST_CASE("claim-in-transaction: after the third loss it gives up", "[strategy]") {
    Hardened desk;
    for (int i = 0; i < 3; ++i) {
        desk.ports.fail("sql.insert", outrun);
    }
    CHECK(desk.ask() == error("serialization_failure"));
    const Calls calls = desk.ports.take_calls();
    CHECK(std::count(calls.begin(), calls.end(), "sql.begin") == 3);
    CHECK(desk.rows().empty());
}

TEST_CASE(
    "claim-in-transaction: a row that is gone when it is read is claimed anew", "[strategy]"
) {
    Hardened desk;
    desk.ports.before("sql.insert", [&] { desk.ports.elsewhere(committed_elsewhere); });
    desk.ports.before("sql.select", [&] {
        desk.ports.elsewhere("DELETE FROM idempotent_duplicate");
    });
    CHECK(desk.ask() == done());
    CHECK(desk.payments() == 1);
}

TEST_CASE(
    "claim-in-transaction: a lost connection is an error at once, and the retry learns the truth",
    "[strategy]"
) {
    Hardened desk;
    desk.ports.lose_reply("sql.commit", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.ports.take_calls().back() == "sql.commit");
    CHECK(desk.ask() == duplicate());
    CHECK(desk.payments() == 1);
}

TEST_CASE("claim-in-transaction: errors on the way to the stored result are errors", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    desk.ports.fail("sql.rollback", cut);
    CHECK(desk.ask() == error("connection_lost"));
    desk.ports.database.rollback(0);
    desk.ports.fail("sql.select", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.payments() == 1);
}

}  // namespace onceproof::strategy
