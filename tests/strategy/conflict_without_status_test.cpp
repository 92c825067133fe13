#include "impls/strategy/conflict_without_status.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Reply empty_success{ReplyKind::duplicate, ""};

}  // namespace

TEST_CASE("conflict-without-status: a pending row is an empty success", "[strategy]") {
    Desk desk("conflict-without-status", "published", Effect::external);
    desk.ports.before("gateway.charge", [&] { CHECK(desk.ask() == empty_success); });
    CHECK(desk.ask() == done());
    CHECK(desk.ask() == duplicate());
}

TEST_CASE("conflict-without-status: so is a failed one", "[strategy]") {
    Desk desk("conflict-without-status", "published", Effect::external);
    desk.ports.fail("gateway.charge", card_declined);
    CHECK(desk.ask() == error("declined"));
    CHECK(desk.ask() == empty_success);
    CHECK(desk.charges() == 0);
}

}  // namespace onceproof::strategy
