#include "reports/style.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reports/unicode.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t columns_min = 8;

/// As much of a text as fits into `columns`, and what joins its last character.
std::string_view head(std::string_view text, std::size_t columns) {
    std::size_t bytes = 0;
    std::size_t used = 0;
    while (bytes < text.size()) {
        const Character character = first_character(text.substr(bytes));
        used += columns_of(character.code);
        if (used > columns) break;
        bytes += character.bytes;
    }
    return text.substr(0, bytes);
}

/// The last blank at or before `reach` at which a line may end; `npos`: none.
std::size_t break_at(std::string_view text, std::size_t reach) {
    const std::size_t first = text.find_first_not_of(' ');
    std::size_t blank = text.rfind(' ', reach);
    // "2 %" is one word.
    while (blank != std::string_view::npos && text.substr(blank + 1).starts_with('%')) {
        blank = blank == 0 ? std::string_view::npos : text.rfind(' ', blank - 1);
    }
    return blank == std::string_view::npos || blank <= first ? std::string_view::npos : blank;
}

}  // namespace

std::string painted(const TextStyle& style, Colour colour, std::string_view text) {
    if (!style.colour || text.empty()) return std::string(text);
    static constexpr std::array<std::string_view, 5> codes{"31", "32", "33", "1", "2"};
    std::string result = "\x1b[";
    result.append(codes.at(static_cast<std::size_t>(colour))).append("m");
    return result.append(text).append("\x1b[0m");
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        columns += columns_of(character.code);
        text.remove_prefix(character.bytes);
    }
    return columns;
}

std::string visible(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        const bool broken = character.code == 0xFFFD && character.bytes == 1;
        if (character.code == U'\n' || character.code == U'\t') {
            result += ' ';
        } else if (broken || (is_control(character.code) && character.code < 0x100)) {
            const unsigned code = broken ? static_cast<unsigned char>(text.front())
                                         : static_cast<unsigned>(character.code);
            result += fmt::format("\\x{:02x}", code);
        } else if (is_control(character.code)) {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
        } else {
            result += text.substr(0, character.bytes);
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string result(text);
    const std::size_t used = columns_of(text);
    return result.append(used < columns ? columns - used : 0, ' ');
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
    columns = std::max(columns, columns_min);
    const std::string shown = visible(text);
    text = shown;
    std::vector<std::string> lines;
    while (columns_of(text) > columns) {
        const std::string_view fitting = head(text, columns);
        // A blank right behind the line is as good a break as one inside it.
        const std::size_t blank = break_at(text, fitting.size());
        const bool breakable = blank != std::string_view::npos;
        const std::size_t end = breakable ? blank : fitting.size();
        lines.emplace_back(text.substr(0, end));
        lines.back().erase(lines.back().find_last_not_of(' ') + 1);
        text.remove_prefix(end);
        if (breakable) text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    lines.emplace_back(text);
    return lines;
}

}  // namespace onceproof::reports
