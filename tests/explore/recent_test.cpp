#include "model/explore/recent.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::explore {

TEST_CASE("recent: it knows what it has met, until another takes the place", "[explore]") {
    Recent recent;
    const Fingerprint first{.high = 1, .low = 7};
    const Fingerprint second{.high = 2, .low = 7};
    CHECK_FALSE(recent.meets(first));
    CHECK(recent.meets(first));
    CHECK_FALSE(recent.meets(second));
    CHECK_FALSE(recent.meets(first));
    CHECK(recent.meets(first));
    CHECK_FALSE(recent.meets({.high = 1, .low = 8}));
    CHECK(recent.meets(first));
}

TEST_CASE("recent: it never claims to have met the print of an empty place", "[explore]") {
    Recent recent;
    CHECK_FALSE(recent.meets(Fingerprint{}));
    CHECK_FALSE(recent.meets(Fingerprint{}));
}

}  // namespace onceproof::explore
