#include "impls/strategy/effect.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

Result<std::string> perform(Desk& desk, Effect effect) {
    Env env = desk.ports.env();
    SqlSession& session = **env.sql.open();
    desk.ports.take_calls();
    return perform_effect(effect, pay_1, env, session);
}

}  // namespace

TEST_CASE("effect: an outside party gets the request key only if it is idempotent", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::external_idempotent);
    CHECK(perform(desk, Effect::external) == std::string("paid order-1 100"));
    CHECK(perform(desk, Effect::external_idempotent) == std::string("paid order-1 100"));
    REQUIRE(desk.charges() == 2);
    CHECK(desk.ports.gateway.ledger()[0].downstream_key.empty());
    CHECK(desk.ports.gateway.ledger()[1].downstream_key == "pay-1");
}

TEST_CASE("effect: in the same database it is a row with all of the request", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::in_transaction);
    CHECK(perform(desk, Effect::in_transaction) == std::string("paid order-1 100"));
    CHECK(desk.ports.take_calls() == Calls{"sql.insert"});
    const auto rows = desk.ports.database.committed("payment");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0][1] == Value(std::string("pay-1")));
    CHECK(rows[0][2] == Value(std::string("order-1")));
    CHECK(rows[0][3] == Value(std::int64_t{100}));
    CHECK(rows[0][4] == Value(std::string("user-1")));
}

TEST_CASE("effect: its error is the port's", "[strategy]") {
    Desk desk("no-guard", "baseline", Effect::in_transaction);
    desk.ports.fail("sql.insert", cut);
    CHECK(perform(desk, Effect::in_transaction) == cut);
    desk.ports.fail("gateway.charge", no_answer);
    CHECK(perform(desk, Effect::external) == no_answer);
}

TEST_CASE("effect: another order, amount or user is another payload", "[strategy]") {
    CHECK(payload_of(pay_1) == "order-1/100/user-1");
    CHECK(payload_of(pay_1_other) == "order-1/250/user-1");
    CHECK(internal_error(doomed) == error("deadlock"));
}

}  // namespace onceproof::strategy
