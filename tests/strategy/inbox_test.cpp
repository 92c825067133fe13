#include "impls/strategy/inbox.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Request pay_2{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-1"};

struct Consumer : Desk {
    explicit Consumer(Effect effect = Effect::external_idempotent)
        : Desk("outbox", "published", effect) {}
};

}  // namespace

TEST_CASE("inbox: a claim that is not finished sends the delivery back", "[strategy]") {
    Consumer desk;
    desk.ports.lose_reply("gateway.charge", no_answer);
    CHECK_FALSE(desk.take({delivery_of("m-1")}));
    CHECK_FALSE(desk.take({delivery_of("m-1")}));
    desk.ports.now_at += 10s;
    CHECK(desk.take({delivery_of("m-1")}));
    CHECK(desk.charges() == 1);
    CHECK(desk.lines("inbox", {1, 4, 5}) == Calls{"pay-1 1 paid order-1 100"});
}

TEST_CASE("inbox: what was declined comes back, another payload does not", "[strategy]") {
    Consumer desk;
    desk.ports.fail("gateway.charge", card_declined);
    CHECK_FALSE(desk.take({delivery_of("m-1")}));
    CHECK(desk.lines("inbox", {1}).empty());
    CHECK(desk.take({delivery_of("m-1")}));
    CHECK(desk.take({delivery_of("m-2", pay_1_other)}));
    CHECK(desk.charges() == 1);
}

TEST_CASE("inbox: a batch ends at its first delivery that is not done", "[strategy]") {
    Consumer desk(Effect::in_transaction);
    desk.ports.fail("sql.commit", cut);
    CHECK_FALSE(desk.take({delivery_of("m-1"), delivery_of("m-2", pay_2)}));
    CHECK(desk.payments() == 0);
}

}  // namespace onceproof::strategy
