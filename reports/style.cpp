#include "reports/style.hpp"

#include <algorithm>
#include <array>

#include "reports/unicode.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t columns_min = 8;

/// The first `columns` characters of a text.
std::string_view head(std::string_view text, std::size_t columns) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < columns && bytes < text.size(); ++i) {
        bytes += first_character(text.substr(bytes)).bytes;
    }
    return text.substr(0, bytes);
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
        text.remove_prefix(first_character(text).bytes);
        ++columns;
    }
    return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string result(text);
    const std::size_t used = columns_of(text);
    return result.append(used < columns ? columns - used : 0, ' ');
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
    columns = std::max(columns, columns_min);
    std::vector<std::string> lines;
    while (columns_of(text) > columns) {
        const std::string_view fitting = head(text, columns);
        // A blank right behind the line is as good a break as one inside it.
        const bool ends_at_blank = text[fitting.size()] == ' ';
        const std::size_t blank = ends_at_blank ? fitting.size() : fitting.rfind(' ');
        const std::size_t first = fitting.find_first_not_of(' ');
        const bool breakable = blank != std::string_view::npos && blank > first;
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
