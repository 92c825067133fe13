#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("no-guard: every attempt makes the effect", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::external);
    CHECK(desk.ask() == done());
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "gateway.charge"});
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

TEST_CASE("no-guard: in the same database every attempt writes a row", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::in_transaction);
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == done());
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "sql.insert", "sql.open", "sql.insert"});
    CHECK(desk.payments() == 2);
}

TEST_CASE("no-guard: an error of a port is an internal error", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::external);
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    desk.ports.fail("sql.open", unreachable);
    CHECK(desk.ask() == error("unavailable"));
    CHECK(desk.charges() == 0);
}

TEST_CASE(
    "no-guard: every delivery makes the effect, and an error gives the batch back", "[strategy]"
) {
    Desk desk("no-guard", "baseline", Effect::external);
    desk.ports.broker.publish(pay_1, "m-1", {});
    desk.ports.broker.publish(pay_1, "m-2", {});
    const std::vector<Delivery> batch = desk.ports.broker.next(0, 2, desk.ports.now_at);
    CHECK(desk.consume(batch).ok());
    CHECK(desk.ports.take_calls() == Calls{"sql.open", "gateway.charge", "gateway.charge"});
    CHECK(desk.charges() == 2);
    desk.ports.let_pass("gateway.charge");
    desk.ports.fail("gateway.charge", no_answer);
    CHECK(desk.consume(batch).error() == no_answer);
    CHECK(desk.charges() == 3);
    desk.ports.fail("sql.open", unreachable);
    CHECK(desk.consume(batch).error() == unreachable);
}

}  // namespace onceproof::strategy
