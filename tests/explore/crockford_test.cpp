#include "model/explore/crockford.hpp"

#include "tests/support/catch.hpp"

using namespace onceproof::explore;

TEST_CASE("crockford: every digit has a letter that means it, in either case", "[explore]") {
    for (int digit = 0; digit < 32; ++digit) {
        const char letter = letter_of(static_cast<std::uint8_t>(digit));
        const char small = letter >= 'A' ? static_cast<char>(letter - 'A' + 'a') : letter;
        CHECK(digit_of(letter) == digit);
        CHECK(digit_of(small) == digit);
        CHECK(upper_case(small) == letter);
    }
}

TEST_CASE("crockford: letters that look like digits are those digits", "[explore]") {
    for (const char letter : {'I', 'i', 'L', 'l', '1'}) {
        CHECK(digit_of(letter) == 1);
    }
    for (const char letter : {'O', 'o', '0'}) {
        CHECK(digit_of(letter) == 0);
    }
    for (const char letter : {'U', 'u', '-', ' ', '*', '\0', '\x7f', '\xc3'}) {
        CHECK_FALSE(digit_of(letter));
    }
}

TEST_CASE("crockford: any change within four neighbouring digits changes the check", "[explore]") {
    // The check is linear, so it is enough to see that no difference of four digits has check zero.
    const Digits zeros(12, 0);
    const std::uint32_t plain = check_of(zeros);
    std::size_t missed = 0;
    for (std::uint32_t difference = 1; difference < (1U << 20); ++difference) {
        Digits digits = zeros;
        for (std::size_t at = 0; at < 4; ++at) {
            digits[4 + at] = static_cast<std::uint8_t>((difference >> (5 * at)) & 31U);
        }
        missed += check_of(digits) == plain ? 1 : 0;
    }
    CHECK(missed == 0);
    CHECK(plain < (1U << 20));
    CHECK(check_of(Digits(13, 0)) != plain);
}
