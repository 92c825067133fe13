#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("right_result: a success carries the receipt of what was asked for", "[guarantee]") {
    const Book book{.effects = 1};
    const Reply right{ReplyKind::duplicate, "paid order-1 100"};
    CHECK(right_result(answered(book, right)) == std::nullopt);
    const Reply empty{ReplyKind::done, ""};
    CHECK(
        right_result(answered(book, empty)) ==
        "c1 was told \"done\" for key pay-1 with the result \"\" instead of \"paid order-1 100\""
    );
    const Reply other{ReplyKind::duplicate, "paid order-1 250"};
    CHECK(
        right_result(answered(book, other)) ==
        "c1 was told \"duplicate\" for key pay-1 with the result \"paid order-1 250\" instead of "
        "\"paid order-1 100\""
    );
}

TEST_CASE("right_result: what is no success may say anything", "[guarantee]") {
    const Book book{};
    const Reply busy{ReplyKind::busy, "later"};
    CHECK(right_result(answered(book, busy)) == std::nullopt);
    CHECK(right_result(moment(When::ended, book)) == std::nullopt);
}

TEST_CASE("right_result: the quiet retry that got it is named", "[guarantee]") {
    const Book book{.effects = 1};
    const Reply empty{ReplyKind::duplicate, ""};
    Moment quiet = answered(book, empty);
    quiet.horizon = "in the quiet retry after +0s";
    CHECK(
        right_result(quiet) ==
        "c1 was told \"duplicate\" for key pay-1 in the quiet retry after +0s with the result \"\" "
        "instead of \"paid order-1 100\""
    );
}

}  // namespace onceproof::guarantee
