#include "model/explore/bits.hpp"

#include <utility>

#include <rapidcheck.h>

#include "tests/support/catch.hpp"

using namespace onceproof::explore;

TEST_CASE("digits: what is written is read again (law: round trip)", "[explore]") {
    CHECK(rc::check([](const std::vector<std::pair<std::uint32_t, bool>>& values) {
        DigitWriter writer;
        for (const auto& [value, fixed] : values) {
            fixed ? writer.bits(value, 32) : writer.number(value, 3);
        }
        const std::vector<std::uint8_t> digits = writer.finish();
        DigitReader reader(digits);
        for (const auto& [value, fixed] : values) {
            RC_ASSERT((fixed ? reader.bits(32) : reader.number(3)) == value);
        }
        RC_ASSERT(reader.ok());
        RC_ASSERT(reader.digits() == digits.size());
    }));
}

TEST_CASE("digits: small numbers are short", "[explore]") {
    DigitWriter writer;
    writer.number(15, 4);
    CHECK(writer.finish().size() == 1);
    writer.number(16, 4);
    CHECK(writer.finish().size() == 3);
}

TEST_CASE("digits: reading behind the end gives zeros and spoils the reader", "[explore]") {
    const std::vector<std::uint8_t> digits = {31};
    DigitReader reader(digits);
    CHECK(reader.bits(5) == 31);
    CHECK(reader.ok());
    CHECK(reader.bits(1) == 0);
    CHECK_FALSE(reader.ok());
}

TEST_CASE("digits: a number above 32 bits spoils the reader", "[explore]") {
    const std::vector<std::uint8_t> endless(20, 31);
    DigitReader reader(endless);
    CHECK(reader.number(4) == 0);
    CHECK_FALSE(reader.ok());
}
