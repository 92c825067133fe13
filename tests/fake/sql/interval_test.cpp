#include "model/fake/sql/interval.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE("SQL interval: a literal is a sum of fixed units", "[fake]") {
    CHECK(parse_interval("30 days") == 2'592'000'000'000);
    CHECK(parse_interval("1 hour 30 minutes") == 5'400'000'000);
    CHECK(parse_interval("10 seconds") == 10'000'000);
    CHECK(parse_interval("-5 ms") == -5'000);
    CHECK_FALSE(parse_interval("1 month"));
    CHECK_FALSE(parse_interval("soon"));
    CHECK_FALSE(parse_interval(""));
}

}  // namespace onceproof::fake
