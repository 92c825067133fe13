#include "harness/parameter.hpp"

#include "harness/problems.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

Parameter parsed(const std::string& text) {
    const auto result = parse_parameter(text);
    REQUIRE(std::holds_alternative<Parameter>(result));
    return std::get<Parameter>(result);
}

TEST_CASE("parameter: a range of durations goes up by milliseconds", "[harness]") {
    const Parameter ttl = parsed("strategy.redis-key.ttl=50ms..2s");
    CHECK(ttl.path == "strategy.redis-key.ttl");
    CHECK(ttl.is_duration);
    CHECK(ttl.steps == 1950);
    CHECK(ttl.spelled(0) == "50ms");
    CHECK(ttl.spelled(300) == "350ms");
    CHECK(ttl.spelled(ttl.steps) == "2s");
    CHECK(std::get<std::string>(ttl.at(1).value) == "51ms");
    CHECK(parsed("a=0..1s").steps == 1000);
}

TEST_CASE("parameter: a range of numbers goes up by one", "[harness]") {
    const Parameter callers = parsed("workload.callers=1..4");
    CHECK_FALSE(callers.is_duration);
    CHECK(callers.steps == 3);
    CHECK(callers.spelled(2) == "3");
    CHECK(std::get<std::int64_t>(callers.at(3).value) == 4);
}

TEST_CASE("parameter: a step of its own stands behind the range", "[harness]") {
    const Parameter ttl = parsed("a.b=1s..1m:7s");
    CHECK(ttl.steps == 8);
    CHECK(ttl.spelled(8) == "57s");
    CHECK(parsed("a=0..1ms:100us").steps == 10);
    CHECK(parsed("a=2..9:3").spelled(2) == "8");
}

TEST_CASE("parameter: what is no range is refused in a sentence", "[harness]") {
    for (const char* wrong :
         {"",
          "a",
          "a=",
          "=1..2",
          "a=1",
          "a=1..",
          "a=x..2",
          "a=1..2:",
          "a=1..2:0",
          "a=1..2:-1",
          "a=1..1",
          "a=2..1",
          "a=1..2:5",
          "a=1..2s",
          "a=1..2:1s",
          "a=1s..2s:1"}) {
        CAPTURE(wrong);
        const auto result = parse_parameter(wrong);
        REQUIRE(std::holds_alternative<std::string>(result));
        CHECK(std::get<std::string>(result).starts_with(in_quotes(wrong)));
    }
}

}  // namespace
}  // namespace onceproof::harness
