#include "impls/strategy/timestamp_key.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {
namespace {

const Request pay_2{.key = "pay-2", .order = "order-2", .amount = 7, .user = "user-2"};

}  // namespace

TEST_CASE("timestamp-key: two requests of one millisecond share a key", "[strategy]") {
    Desk desk("timestamp-key", "published", Effect::external);
    desk.ports.now_at += 1999us;
    const Request first = desk.issued();
    desk.ports.now_at -= 999us;
    const Request second = desk.issued(pay_2);
    CHECK(first.key == "1");
    CHECK(second.key == "1");
    CHECK(desk.ask(first) == done());
    CHECK(desk.ask(second) == duplicate());
    CHECK(desk.charges() == 1);
}

TEST_CASE("timestamp-key: taken for each attempt it recognises no retry", "[strategy]") {
    Desk desk(
        "timestamp-key", "published", Effect::external, {{"taken", std::string("per-attempt")}}
    );
    CHECK(desk.issued().key == "pay-1");
    CHECK(desk.ask() == done());
    CHECK(desk.held("idempotent:order:0") == "processing");
    desk.ports.now_at += 1ms;
    CHECK(desk.ask() == done());
    CHECK(desk.charges() == 2);
}

}  // namespace onceproof::strategy
