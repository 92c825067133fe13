#include "impls/strategy/dedup_table.hpp"

#include "tests/strategy/desk.hpp"

// The published form, with its flaws; the hardened bodies have tests of their own.

namespace onceproof::strategy {
namespace {

std::string row_with(int status) {
    return "INSERT INTO idempotent_duplicate (request_id, request_type, status) "
           "VALUES ('pay-1', 'pay', " +
           std::to_string(status) + ")";
}

}  // namespace

TEST_CASE("dedup-table: look, insert, pay, mark, commit", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "sql.commit"}
    );
    CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
}

TEST_CASE("dedup-table: a finished key is answered from the table", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    CHECK(desk.ask() == done());
    desk.ports.take_calls();
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.begin", "sql.select", "sql.commit"});
    CHECK(desk.charges() == 1);
}

TEST_CASE("dedup-table: a payment in the same database is in the same transaction", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "sql.select",
            "sql.insert",
            "sql.insert",
            "sql.update",
            "sql.commit"}
    );
    CHECK(desk.payments() == 1);
}

TEST_CASE("dedup-table: a failure is marked and rolled back with its mark", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "sql.rollback"}
    );
    CHECK(desk.rows().empty());
}

TEST_CASE(
    "dedup-table: the loser of a race gets an error in place of the stored result", "[strategy]"
) {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.before("sql.insert", [&] { desk.ports.elsewhere(finished_elsewhere); });
    CHECK(desk.ask() == error("unique_violation"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.begin", "sql.select", "sql.insert", "sql.rollback"}
    );
    CHECK(desk.charges() == 0);
}

TEST_CASE(
    "dedup-table: a commit that fails forgets the outside effect, and the retry repeats it",
    "[strategy]"
) {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.fail("sql.commit", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.charges() == 1);
    desk.ports.database.rollback(0);
    CHECK(desk.rows().empty());
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE(
    "dedup-table: a failed mark after the effect counts as a failure of the effect", "[strategy]"
) {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.fail("sql.update", doomed);
    CHECK(desk.ask() == error("deadlock"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.begin",
            "sql.select",
            "sql.insert",
            "gateway.charge",
            "sql.update",
            "sql.update",
            "sql.rollback"}
    );
    CHECK(desk.charges() == 1);
    CHECK(desk.rows().empty());
}

TEST_CASE("dedup-table: an error while marking the failure hides its cause", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.fail("gateway.charge", no_answer);
    desk.ports.fail("sql.update", cut);
    CHECK(desk.ask() == error("connection_lost"));
}

TEST_CASE(
    "dedup-table: a pending or failed row is reset and worked on, whoever works on it", "[strategy]"
) {
    for (const int status : {0, 2}) {
        Desk desk("dedup-table", "published", Effect::external);
        desk.ports.elsewhere(row_with(status));
        CHECK(desk.ask() == done());
        CHECK(
            desk.ports.take_calls() ==
            Calls{
                "sql.open",
                "sql.begin",
                "sql.select",
                "sql.update",
                "gateway.charge",
                "sql.update",
                "sql.commit"}
        );
        CHECK(desk.rows() == Calls{"pay-1 status 1 'paid order-1 100'"});
    }
}

TEST_CASE(
    "dedup-table: without the proxy every statement commits by itself, and marks stay", "[strategy]"
) {
    Desk desk(
        "dedup-table", "published", Effect::external, {{"transaction", std::string("statements")}}
    );
    desk.ports.fail("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.select", "sql.insert", "gateway.charge", "sql.update"}
    );
    CHECK(desk.rows() == Calls{"pay-1 status 2 'timeout'"});
}

TEST_CASE(
    "dedup-table: another payload under the same key gets the first one's result", "[strategy]"
) {
    Desk desk("dedup-table", "published", Effect::external);
    CHECK(desk.ask() == done());
    CHECK(desk.ask(pay_1_other) == duplicate());
}

TEST_CASE("dedup-table: without the database there is an error and no effect", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    desk.ports.fail("sql.open", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    desk.ports.fail("sql.select", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.charges() == 0);
}

TEST_CASE("dedup-table: the published form has no clean-up", "[strategy]") {
    Desk desk("dedup-table", "published", Effect::external);
    desk.sweep();
    CHECK(desk.ports.take_calls().empty());
}

TEST_CASE("dedup-table: the hardened form deletes rows that are older than 30 days", "[strategy]") {
    Desk desk("dedup-table", "hardened", Effect::external);
    CHECK(desk.ask() == done());
    desk.ports.take_calls();
    desk.ports.now_at += 24h * 30;
    desk.sweep();
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.delete", "sql.close"});
    CHECK(desk.rows().size() == 1);
    desk.ports.now_at += 1s;
    desk.sweep();
    CHECK(desk.rows().empty());
}

TEST_CASE(
    "dedup-table: a duplicate key that is read in the same transaction finds it doomed",
    "[strategy]"
) {
    const auto race = [](const Options& single) {
        Desk desk("dedup-table", "published", Effect::external, single);
        desk.ports.before("sql.insert", [&] {
            desk.ports.elsewhere(
                "INSERT INTO idempotent_duplicate (request_id, request_type, status, result) "
                "VALUES ('pay-1', 'pay', 1, 'paid order-1 100')"
            );
        });
        const Reply reply = desk.ask();
        CHECK(desk.charges() == 0);
        return reply;
    };
    const Options reads{{"claim", std::string("insert-then-read")}};
    CHECK(race({}) == error("unique_violation"));
    CHECK(race(reads) == error("in_failed_transaction"));
    Options statements = reads;
    statements["transaction"] = std::string("statements");
    CHECK(race(statements) == duplicate());
}

TEST_CASE("dedup-table: what is read then may be pending, or gone", "[strategy]") {
    const Options single{
        {"claim", std::string("insert-then-read")}, {"transaction", std::string("statements")}};
    const auto race = [&](std::string_view found) {
        Desk desk("dedup-table", "published", Effect::external, single);
        desk.ports.before("sql.insert", [&] {
            desk.ports.elsewhere(
                "INSERT INTO idempotent_duplicate (request_id, request_type, status) "
                "VALUES ('pay-1', 'pay', 0)"
            );
        });
        desk.ports.let_pass("sql.select");
        if (found.empty()) {
            desk.ports.before("sql.select", [&] {
                desk.ports.elsewhere("DELETE FROM idempotent_duplicate");
            });
        }
        return desk.ask();
    };
    CHECK(race("pending") == in_progress_reply);
    CHECK(race("") == error("unique_violation"));
}

TEST_CASE("dedup-table: A1-6 a failed finish is recorded as failed work", "[strategy]") {
    const Options statements{{"transaction", std::string("statements")}};
    Desk desk("dedup-table", "published", Effect::external, statements);
    desk.ports.fail("sql.update", doomed);
    CHECK(desk.ask() == error("deadlock"));
    CHECK(desk.rows() == Calls{"pay-1 status 2 'deadlock'"});
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("dedup-table: with separate catches its outcome is unknown", "[strategy]") {
    Desk desk(
        "dedup-table",
        "published",
        Effect::external,
        {{"transaction", std::string("statements")}, {"catch", std::string("separate")}}
    );
    desk.ports.fail("sql.update", doomed);
    CHECK(desk.ask() == error("deadlock"));
    CHECK(desk.rows() == Calls{"pay-1 status 3 'deadlock'"});
    CHECK(desk.ask() == Reply{ReplyKind::busy, "nobody knows what became of it"});
    CHECK(desk.charges() == 1);
    const Request second{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask(second) == error("declined"));
    CHECK(desk.rows().back() == "pay-2 status 2 'declined'");
    CHECK(desk.ask(second) == Reply{ReplyKind::done, "paid order-2 7"});
}

}  // namespace onceproof::strategy
