#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/guarantee/guarantee.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::guarantee {

inline const Request asked{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};

/// One answer to the first caller.
inline Moment answered(const Book& book, const Reply& reply) {
    return {
        .when = When::answered,
        .book = book,
        .subject = "key pay-1",
        .actor = "c1",
        .reply = &reply,
        .request = &asked};
}

/// Any other moment.
inline Moment moment(When when, const Book& book) {
    return {.when = when, .book = book, .subject = "key pay-1", .actor = "h1.2"};
}

}  // namespace onceproof::guarantee
