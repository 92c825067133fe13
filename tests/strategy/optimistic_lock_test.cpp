#include "impls/strategy/optimistic_lock.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Request pay_2{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};
const Reply changed{ReplyKind::busy, "the account has changed"};

struct Account : Desk {
    explicit Account(const Options& single = {}, Effect effect = Effect::in_transaction)
        : Desk("optimistic-lock", "published", effect, single) {}

    /// "user-1 version spent"
    [[nodiscard]] Calls accounts() const { return lines("account", {0, 1, 2}); }

    /// Somebody else's change comes between this attempt's look-up and its update, `times` times.
    void disturb(int times) {
        for (int i = 0; i < times; ++i) {
            ports.before("sql.update", [&] {
                ports.elsewhere("UPDATE account SET version = version + 1");
            });
        }
    }
};

struct ClientSent : Account {
    ClientSent() : Account({{"version", std::string("client-sent")}}) {}
};

struct Hardened : Desk {
    explicit Hardened(Effect effect = Effect::in_transaction)
        : Desk("optimistic-lock", "hardened", effect) {}

    void disturb(int times) {
        for (int i = 0; i < times; ++i) {
            ports.before("sql.update", [&] {
                ports.elsewhere("UPDATE account SET version = version + 1");
            });
        }
    }
};

}  // namespace

TEST_CASE("optimistic-lock: open, then look-up, update, effect in one transaction", "[strategy]") {
    Account desk;
    CHECK(desk.ask() == done());
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.insert",
            "sql.begin",
            "sql.select",
            "sql.update",
            "sql.insert",
            "sql.commit"}
    );
    CHECK(desk.accounts() == Calls{"user-1 1 100"});
}

TEST_CASE("optimistic-lock: OLs a retry reads the new version and changes again", "[strategy]") {
    Account desk;
    desk.ports.lose_reply("sql.commit", cut);
    CHECK(desk.ask() == error("connection_lost"));
    CHECK(desk.ask() == done());
    CHECK(desk.payments() == 2);
    CHECK(desk.accounts() == Calls{"user-1 2 200"});
}

TEST_CASE("optimistic-lock: a conflict is busy, and nothing has happened", "[strategy]") {
    Account desk;
    desk.disturb(1);
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.ports.take_calls().back() == "sql.rollback");
    CHECK(desk.payments() == 0);
}

TEST_CASE("optimistic-lock: OLc a retry is refused for its own success", "[strategy]") {
    ClientSent desk;
    const Request request = desk.issued();
    CHECK(request.key == "pay-1@0");
    desk.ports.lose_reply("sql.commit", cut);
    CHECK(desk.ask(request) == error("connection_lost"));
    CHECK(desk.ask(request) == changed);
    CHECK(desk.payments() == 1);
}

TEST_CASE("optimistic-lock: OLc another writer refuses what was never applied", "[strategy]") {
    ClientSent desk;
    const Request request = desk.issued();
    CHECK(desk.ask(desk.issued(pay_2)) == Reply{ReplyKind::done, "paid order-2 7"});
    CHECK(desk.ask(request) == changed);
    CHECK(desk.issued(pay_2).key == "pay-2@1");
    CHECK(desk.payments() == 1);
}

TEST_CASE(
    "optimistic-lock: without a version in the key the client saw a new account", "[strategy]"
) {
    ClientSent desk;
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == changed);
    CHECK(Account().issued().key == "pay-1");
}

TEST_CASE(
    "optimistic-lock: a retry inside the doomed transaction looks fine until the commit",
    "[strategy]"
) {
    Account desk({{"conflict", std::string("retry-inside")}});
    desk.disturb(1);
    CHECK(desk.ask() == error("in_failed_transaction"));
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.insert",
            "sql.begin",
            "sql.select",
            "sql.update",
            "sql.select",
            "sql.update",
            "sql.insert",
            "sql.rollback"}
    );
    CHECK(desk.payments() == 0);
    Account outside({{"conflict", std::string("retry-inside")}}, Effect::external);
    outside.disturb(1);
    CHECK(outside.ask() == error("in_failed_transaction"));
    CHECK(outside.charges() == 1);
    CHECK(outside.ask() == done());
    CHECK(outside.charges() == 2);
    Account again({{"conflict", std::string("retry-inside")}});
    again.disturb(3);
    CHECK(again.ask() == busy_reply);
}

TEST_CASE("optimistic-lock: a retry outside is a new transaction, three at most", "[strategy]") {
    Account desk({{"conflict", std::string("retry-outside")}});
    desk.disturb(2);
    CHECK(desk.ask() == done());
    desk.disturb(3);
    CHECK(desk.ask() == busy_reply);
    CHECK(desk.payments() == 1);
    desk.ports.fail("sql.update", outrun);
    CHECK(desk.ask() == done());
    for (int i = 0; i < 3; ++i) {
        desk.ports.fail("sql.update", doomed);
    }
    CHECK(desk.ask() == error("deadlock"));
    CHECK(Account().ask() == done());
}

TEST_CASE("optimistic-lock: errors are errors without an effect", "[strategy]") {
    for (const std::string call : {"sql.open", "sql.insert", "sql.select", "sql.update"}) {
        Account desk;
        desk.ports.fail(call, cut);
        CHECK(desk.ask() == error("connection_lost"));
        CHECK(desk.payments() == 0);
    }
    ClientSent desk;
    desk.ports.fail("gateway.charge", card_declined);
    Account declined({}, Effect::external);
    declined.ports.fail("gateway.charge", card_declined);
    CHECK(declined.ask() == error("declined"));
    CHECK(declined.accounts() == Calls{"user-1 0 0"});
}

TEST_CASE("optimistic-lock: hardened, a request's row stands beside the version", "[strategy]") {
    Hardened desk;
    desk.disturb(1);
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == duplicate());
    CHECK(desk.ask(pay_1_other).kind == ReplyKind::mismatch);
    CHECK(desk.payments() == 1);
    CHECK(desk.lines("account_request", {1, 4, 5}) == Calls{"pay-1 1 paid order-1 100"});
    desk.ports.lose_reply("sql.commit", cut);
    CHECK(desk.ask(pay_2) == error("connection_lost"));
    CHECK(desk.ask(pay_2) == Reply{ReplyKind::duplicate, "paid order-2 7"});
    desk.ports.now_at += 24h * 31;
    desk.sweep();
    CHECK(desk.lines("account_request", {1}).empty());
}

TEST_CASE("optimistic-lock: hardened, a row that went away is written again", "[strategy]") {
    Hardened desk;
    CHECK(desk.ask() == done());
    desk.ports.before("sql.select", [&] { desk.ports.elsewhere("DELETE FROM account_request"); });
    CHECK(desk.ask() == done());
    desk.ports.fail("sql.select", cut);
    CHECK(desk.ask() == error("connection_lost"));
}

TEST_CASE("optimistic-lock: hardened, an outside effect is claimed with a lease", "[strategy]") {
    Hardened desk(Effect::external_idempotent);
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK(desk.ask() == error("timeout"));
    CHECK(desk.ask() == busy_reply);
    desk.ports.now_at += 10s;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 1);
}

TEST_CASE("optimistic-lock: rules", "[strategy]") {
    for (const std::string word : {"retry-inside", "retry-outside"}) {
        CHECK(
            breach_of(
                "optimistic-lock",
                "published",
                {{"version", std::string("client-sent")}, {"conflict", word}}
            ) == "conflict: a version that the client sends cannot be tried again"
        );
    }
    CHECK(
        breach_of("optimistic-lock", "hardened", {{"retention", Duration(1s)}}) ==
        "retention: retention must cover the caller's retries, which take up to 30s, and is 1s"
    );
    CHECK(breach_of("optimistic-lock", "published", {{"retention", Duration(1s)}}) == "");
}

}  // namespace onceproof::strategy
