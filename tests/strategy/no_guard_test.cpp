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

}  // namespace onceproof::strategy
