#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceproof::explore {

/// Numbers from 0 to 31.
using Digits = std::vector<std::uint8_t>;

/// Digits that `check_of` fills.
inline constexpr std::size_t check_size = 4;

/// The character for the five lowest bits of `digit`, in Crockford's base32
/// (crockford.com/base32.html).
[[nodiscard]] char letter_of(std::uint8_t digit);

/// The digit that `letter` stands for: in either case, `I` and `L` are 1, `O` is 0. Empty for any
/// other character.
[[nodiscard]] std::optional<std::uint8_t> digit_of(char letter);

/// The letter in upper case, whatever the locale; any other character as it is.
[[nodiscard]] char upper_case(char letter);

/// Twenty check bits. Whatever differs within four neighbouring digits changes them.
[[nodiscard]] std::uint32_t check_of(std::span<const std::uint8_t> digits);

}  // namespace onceproof::explore
