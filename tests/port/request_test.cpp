#include "model/port/request.hpp"

#include "tests/support/catch.hpp"

namespace onceproof {

TEST_CASE("request: its receipt names order and amount, not key and user", "[port]") {
    const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    CHECK(receipt_for(request) == "paid order-1 100");
    CHECK(receipt_for({.key = "k", .order = "o", .amount = -5, .user = ""}) == "paid o -5");
}

}  // namespace onceproof
