#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("single_effect: the second effect breaks it, the first does not", "[guarantee]") {
    CHECK(single_effect(moment(When::effect, {.effects = 0})) == std::nullopt);
    CHECK(single_effect(moment(When::effect, {.effects = 1})) == std::nullopt);
    CHECK(
        single_effect(moment(When::effect, {.effects = 2})) ==
        "2 effects for key pay-1 (the last by h1.2); at most 1 allowed"
    );
}

TEST_CASE("single_effect: a quiet retry is named", "[guarantee]") {
    const Book book{.effects = 3};
    Moment late = moment(When::effect, book);
    late.horizon = "in the quiet retry after +400s";
    CHECK(
        single_effect(late) ==
        "3 effects for key pay-1 (the last by h1.2) in the quiet retry after +400s; at most 1 "
        "allowed"
    );
}

TEST_CASE("single_effect: it is told once, when the effect is made", "[guarantee]") {
    CHECK(single_effect(moment(When::ended, {.effects = 2})) == std::nullopt);
    CHECK(single_effect(moment(When::quiet, {.effects = 2})) == std::nullopt);
}

}  // namespace onceproof::guarantee
