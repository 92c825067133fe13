#include "impls/strategy/outbox_relay.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Request pay_2{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};

struct Service : Desk {
    explicit Service(const Options& single = {})
        : Desk("outbox", "published", Effect::external, single) {
        CHECK(ask() == done());
        ports.take_calls();
    }

    void accept_another() {
        ports.elsewhere(
            "INSERT INTO outbox (request_key, order_id, amount, user_id) "
            "VALUES ('pay-2', 'order-2', 7, 'user-1')"
        );
    }
    /// Some round holds all rows for 10 s.
    void claim_as(const std::string& owner) {
        ports.elsewhere(
            "UPDATE outbox SET owner = '" + owner + "', lease_until = now() + interval '10 seconds'"
        );
    }
    /// "request sent owner"
    [[nodiscard]] Calls outbox() const { return lines("outbox", {1, 5, 6}); }
};

Options claimed(std::string_view word) {
    return {{"claim", std::string(word)}};
}

}  // namespace

TEST_CASE("outbox-relay: reads what is unsent, publishes it, marks it", "[strategy]") {
    Service desk;
    desk.accept_another();
    desk.relay();
    CHECK(
        desk.ports.take_calls() ==
        Calls{
            "sql.open",
            "sql.select",
            "broker.publish",
            "sql.update",
            "broker.publish",
            "sql.update",
            "sql.close"}
    );
    CHECK(desk.published() == Calls{"outbox-1 pay-1", "outbox-2 pay-2"});
    CHECK(desk.outbox() == Calls{"pay-1 1 -", "pay-2 1 -"});
    desk.relay();
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.select", "sql.close"});
    CHECK(desk.published().size() == 2);
}

TEST_CASE("outbox-relay: what was published and not marked is published again", "[strategy]") {
    Service desk;
    desk.ports.fail("sql.update", cut);
    desk.relay();
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-1 pay-1", "outbox-1 pay-1"});
}

TEST_CASE("outbox-relay: what could not be published stays unsent", "[strategy]") {
    Service desk;
    desk.accept_another();
    desk.ports.fail("broker.publish", no_answer);
    desk.relay();
    CHECK(desk.published().empty());
    CHECK(desk.outbox() == Calls{"pay-1 0 -", "pay-2 0 -"});
    desk.ports.fail("sql.open", unreachable);
    desk.relay();
    desk.ports.fail("sql.select", cut);
    desk.relay();
    CHECK(desk.published().empty());
}

TEST_CASE("outbox-relay: without claims two relays publish the same rows", "[strategy]") {
    Service desk;
    desk.ports.before("broker.publish", [&] { desk.relay(); });
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-1 pay-1", "outbox-1 pay-1"});
}

TEST_CASE("outbox-relay: marking all loses what came after the look-up", "[strategy]") {
    Service desk({{"mark", std::string("all-of-context")}});
    desk.ports.before("sql.update", [&] { desk.accept_another(); });
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-1 pay-1"});
    CHECK(desk.outbox() == Calls{"pay-1 1 -", "pay-2 1 -"});
    Service failed({{"mark", std::string("all-of-context")}});
    failed.ports.fail("broker.publish", no_answer);
    failed.relay();
    CHECK(failed.outbox() == Calls{"pay-1 0 -"});
}

TEST_CASE("outbox-relay: a high-water mark passes a number that commits late", "[strategy]") {
    Service desk({{"cursor", std::string("high-water-mark")}});
    desk.accept_another();
    desk.ports.before("sql.select", [] {});
    desk.ports.before("sql.select", [&] {
        desk.ports.elsewhere("DELETE FROM outbox WHERE id = 1");
    });
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-2 pay-2"});
    CHECK(desk.lines("relay_mark", {0, 1}) == Calls{"relay 2"});
    desk.accept_another();
    desk.relay();
    CHECK(desk.published().back() == "outbox-3 pay-2");
    CHECK(desk.lines("relay_mark", {0, 1}) == Calls{"relay 3"});
    desk.ports.fail("sql.select", cut);
    desk.relay();
    CHECK(desk.published().size() == 2);
}

TEST_CASE("outbox-relay: claimed rows are this round's until its lease ends", "[strategy]") {
    Service desk(claimed("owner"));
    desk.ports.before("broker.publish", [&] {
        CHECK(desk.outbox() == Calls{"pay-1 0 uuid-1"});
        desk.relay();
    });
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-1 pay-1"});
    CHECK(desk.outbox() == Calls{"pay-1 1 uuid-1"});
    Service dead(claimed("owner"));
    dead.claim_as("a dead round");
    dead.ports.now_at += 10s - 1us;
    dead.relay();
    CHECK(dead.published().empty());
    dead.ports.now_at += 1us;
    dead.relay();
    CHECK(dead.published() == Calls{"outbox-1 pay-1"});
}

TEST_CASE("outbox-relay: what could not be published is given up at once", "[strategy]") {
    Service desk(claimed("owner"));
    desk.ports.fail("broker.publish", no_answer);
    desk.relay();
    CHECK(
        desk.ports.take_calls() ==
        Calls{"sql.open", "sql.update", "broker.publish", "sql.update", "sql.close"}
    );
    CHECK(desk.outbox() == Calls{"pay-1 0 -"});
    desk.relay();
    CHECK(desk.published() == Calls{"outbox-1 pay-1"});
}

TEST_CASE("outbox-relay: a late mark meets another's claim, or the same name's", "[strategy]") {
    for (const auto& [word, sent] : {std::pair{"owner", "0"}, {"worker-name", "1"}}) {
        CAPTURE(word);
        Service desk(claimed(word));
        desk.ports.before("broker.publish", [&, word = std::string(word)] {
            // The lease has ended, and a second round has claimed the row.
            desk.claim_as(word == "owner" ? "another round" : "relay");
        });
        desk.relay();
        CHECK(desk.published() == Calls{"outbox-1 pay-1"});
        CHECK(desk.lines("outbox", {5}) == Calls{sent});
    }
}

}  // namespace onceproof::strategy
