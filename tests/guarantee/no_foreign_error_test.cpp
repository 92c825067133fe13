#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("no_foreign_error: an internal error without a fault breaks it", "[guarantee]") {
    const Book book{};
    const Reply error{ReplyKind::error, "unique_violation"};
    CHECK(
        no_foreign_error(answered(book, error)) ==
        "c1 got an internal error for key pay-1, though no fault hit this attempt: unique_violation"
    );
    Moment quiet = answered(book, error);
    quiet.horizon = "in the quiet retry after +0s";
    CHECK(
        no_foreign_error(quiet) ==
        "c1 got an internal error for key pay-1 in the quiet retry after +0s, though no fault hit "
        "this attempt: unique_violation"
    );
}

TEST_CASE("no_foreign_error: an attempt that a fault hit may fail", "[guarantee]") {
    const Book book{};
    const Reply error{ReplyKind::error, "timeout"};
    Moment hit = answered(book, error);
    hit.hit = true;
    CHECK(no_foreign_error(hit) == std::nullopt);
}

TEST_CASE("no_foreign_error: refusals are no internal errors", "[guarantee]") {
    const Book book{};
    using enum ReplyKind;
    for (const ReplyKind kind : {done, duplicate, in_progress, busy, mismatch, declined}) {
        const Reply reply{kind, ""};
        CHECK(no_foreign_error(answered(book, reply)) == std::nullopt);
    }
}

}  // namespace onceproof::guarantee
