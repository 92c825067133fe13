#include "model/base/text.hpp"

#include <array>
#include <chrono>

#include "tests/support/catch.hpp"

namespace onceproof {
namespace {

using namespace std::chrono_literals;

TEST_CASE("parse_duration: reads a whole number with one unit", "[base]") {
    CHECK(parse_duration("250ms") == Duration{250'000});
    CHECK(parse_duration("5s") == Duration{5'000'000});
    CHECK(parse_duration("25h") == Duration{25h});
    CHECK(parse_duration("30d") == Duration{30 * 24h});
    CHECK(parse_duration("0") == Duration{0});
}

TEST_CASE("parse_duration: refuses no unit, another unit, a sign and an overflow", "[base]") {
    for (const auto* text : {"", "5", "s", "5 s", "-5s", "1.5s", "5sec", "9223372036854775807d"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_duration(text).has_value());
    }
}

TEST_CASE("format_duration: gives the shortest form that parse_duration reads back", "[base]") {
    CHECK(format_duration(Duration{90s}) == "90s");
    CHECK(format_duration(Duration{3600s}) == "1h");
    CHECK(format_duration(Duration{350ms}) == "350ms");
    CHECK(format_duration(Duration{0}) == "0s");
    for (const Duration duration : {Duration{1}, Duration{1s}, Duration{25h}, Duration{1500ms}}) {
        CHECK(parse_duration(format_duration(duration)) == duration);
    }
}

TEST_CASE("closest: finds the word that was meant and nothing far away", "[base]") {
    constexpr std::array<std::string_view, 3> words{"stall", "reply-lost", "crash-after"};
    CHECK(closest("stal", words) == "stall");
    CHECK(closest("reply_lost", words) == "reply-lost");
    CHECK_FALSE(closest("zebra", words).has_value());
}

}  // namespace

TEST_CASE("counted: one thing is no plural", "[base]") {
    CHECK(counted(0, "fault") == "0 faults");
    CHECK(counted(1, "fault") == "1 fault");
    CHECK(counted(2, "fault") == "2 faults");
    CHECK(fault_bound(0) == "no fault");
    CHECK(fault_bound(1) == "up to 1 fault");
}

}  // namespace onceproof
