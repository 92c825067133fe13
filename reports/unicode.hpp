#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// The first character of a UTF-8 text.
struct Character {
    char32_t code = 0;      ///< U+FFFD for a byte that is no UTF-8
    std::size_t bytes = 0;  ///< at least 1
};

/// Reads one character; `text` is not empty.
Character first_character(std::string_view text);

/// Columns that a terminal gives the character: 2 for East Asian wide ones and emoji, 0 for marks
/// that join the character before them, otherwise 1.
std::size_t columns_of(char32_t code);

/// Whether the character acts on a terminal or on the order of what is shown, instead of being
/// shown: control characters, and those that turn the direction of text.
bool is_control(char32_t code);

/// The replacement character U+FFFD in UTF-8.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

}  // namespace onceproof::reports
