#include "impls/backend/postgres_values.hpp"

#include <chrono>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

constexpr pqxx::oid timestamptz = 1184;

TEST_CASE("timestamp_text: writes UTC with microseconds", "[backend]") {
    CHECK(timestamp_text(Instant(0us)) == "1970-01-01 00:00:00.000000+00");
    CHECK(timestamp_text(Instant(1'704'067'199'000'001us)) == "2023-12-31 23:59:59.000001+00");
    CHECK(timestamp_text(Instant(-1us)) == "1969-12-31 23:59:59.999999+00");
    CHECK(timestamp_text(Instant(1'709'164'800s)) == "2024-02-29 00:00:00.000000+00");
}

TEST_CASE("value_of: reads a timestamp with any number of decimals", "[backend]") {
    CHECK(value_of("1970-01-01 00:00:00+00", timestamptz) == Value(Instant(0us)));
    CHECK(value_of("1970-01-01 00:00:01.5+00", timestamptz) == Value(Instant(1'500'000us)));
    CHECK(value_of("1969-12-31 23:59:59.999999+00", timestamptz) == Value(Instant(-1us)));
    CHECK(value_of("infinity", timestamptz) == Value(std::string("infinity")));
}

TEST_CASE("value_of: integers and booleans are numbers, the rest is text", "[backend]") {
    CHECK(value_of("-9223372036854775808", 20) == Value(INT64_MIN));
    CHECK(value_of("7", 21) == Value(std::int64_t{7}));
    CHECK(value_of("7", 23) == Value(std::int64_t{7}));
    CHECK(value_of("t", 16) == Value(std::int64_t{1}));
    CHECK(value_of("f", 16) == Value(std::int64_t{0}));
    CHECK(value_of("7", 25) == Value(std::string("7")));
}

}  // namespace
}  // namespace onceproof::backend
