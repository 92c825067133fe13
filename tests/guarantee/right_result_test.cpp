#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("right_result: a success carries the receipt of what was asked for", "[guarantee]") {
    const KeyBook book{.effects = 1, .amount = 100};
    const Reply right{ReplyKind::duplicate, "paid order-1 100"};
    CHECK(right_result(answered(book, right)) == std::nullopt);
    const Reply empty{ReplyKind::done, ""};
    CHECK(
        right_result(answered(book, empty)) ==
        "c1 was told \"done\" with the result \"\" instead of \"paid order-1 100\""
    );
    const Reply other{ReplyKind::duplicate, "paid order-1 250"};
    CHECK(
        right_result(answered(book, other)) ==
        "c1 was told \"duplicate\" with the result \"paid order-1 250\" instead of \"paid order-1 "
        "100\""
    );
}

TEST_CASE("right_result: what is no success may say anything", "[guarantee]") {
    const KeyBook book{};
    const Reply busy{ReplyKind::busy, "later"};
    CHECK(right_result(answered(book, busy)) == std::nullopt);
    CHECK(right_result(moment(When::ended, book)) == std::nullopt);
}

}  // namespace onceproof::guarantee
