#include "model/guarantee/guarantee.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::guarantee {

TEST_CASE("guarantees: codes and names are those of tokens and scenario files", "[guarantee]") {
    constexpr std::array<std::string_view, 7> names{
        "single_effect",
        "no_lost_request",
        "right_result",
        "no_stuck_key",
        "bounded_storage",
        "bound_to_payload",
        "no_foreign_error"};
    REQUIRE(all.size() == names.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].name == names[i]);
        CHECK(static_cast<std::size_t>(all[i].id) == i + 1);
        CHECK_FALSE(all[i].holds_when.empty());
        CHECK(all[i].check != nullptr);
    }
}

TEST_CASE(
    "guarantees: none breaks in a run where one effect was made and answered", "[guarantee]"
) {
    const Book book{.effects = 1, .told_success = 2, .recovered = true};
    const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    const Reply reply{ReplyKind::done, "paid order-1 100"};
    for (const Info& info : all) {
        CAPTURE(info.name);
        for (const When when : {When::effect, When::quiet, When::ended}) {
            CHECK_FALSE(info.check({.when = when, .book = book}).has_value());
        }
        CHECK_FALSE(
            info.check({.when = When::answered, .book = book, .reply = &reply, .request = &request})
                .has_value()
        );
    }
}

}  // namespace onceproof::guarantee
