#include "impls/strategy/key_not_released.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("key-not-released: a definite failure is told as an empty success", "[strategy]") {
    Desk desk("key-not-released", "published", Effect::external);
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.ports.take_calls() == Calls{"scope.bind", "kv.set", "gateway.charge"});
    CHECK(desk.ask() == Reply{ReplyKind::duplicate, ""});
    CHECK(desk.charges() == 0);
}

}  // namespace onceproof::strategy
