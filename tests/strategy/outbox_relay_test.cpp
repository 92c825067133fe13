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
    Service crashed(claimed("owner"));
    crashed.ports.fail("broker.publish", no_answer);
    crashed.relay();
    crashed.ports.now_at += 10s - 1us;
    crashed.relay();
    CHECK(crashed.published().empty());
    crashed.ports.now_at += 1us;
    crashed.relay();
    CHECK(crashed.published() == Calls{"outbox-1 pay-1"});
}

TEST_CASE("outbox-relay: a late mark meets another's claim, or the same name's", "[strategy]") {
    for (const auto& [word, sent] : {std::pair{"owner", "0"}, {"worker-name", "1"}}) {
        CAPTURE(word);
        Service desk(claimed(word));
        desk.ports.before("broker.publish", [&] {
            // The lease ends, a second round claims the row, and dies.
            desk.ports.now_at += 10s;
            desk.ports.fail("broker.publish", no_answer);
            desk.relay();
        });
        desk.relay();
        CHECK(desk.published() == Calls{"outbox-1 pay-1"});
        CHECK(desk.lines("outbox", {5}) == Calls{sent});
    }
}

}  // namespace onceproof::strategy
