#include "model/explore/crockford.hpp"

#include <string_view>

namespace onceproof::explore {

namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

}  // namespace

char letter_of(std::uint8_t digit) {
    return alphabet[digit & 31U];
}

char upper_case(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::optional<std::uint8_t> digit_of(char letter) {
    letter = upper_case(letter);
    if (letter == 'I' || letter == 'L') {
        letter = '1';
    }
    if (letter == 'O') {
        letter = '0';
    }
    const std::size_t place = alphabet.find(letter);
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(place);
}

std::uint32_t check_of(std::span<const std::uint8_t> digits) {
    // The remainder by x^20 + x^3 + 1, which is primitive. The start is not zero, so leading zeros
    // count.
    std::uint32_t rest = 0xa5a5a;
    for (const std::uint8_t digit : digits) {
        rest ^= static_cast<std::uint32_t>(digit) << 15;
        for (int bit = 0; bit < 5; ++bit) {
            rest = (rest << 1) ^ ((rest & 0x80000) != 0 ? 0x100009U : 0U);
        }
    }
    return rest;
}

}  // namespace onceproof::explore
