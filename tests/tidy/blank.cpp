#include <algorithm>

#include "tests/tidy/source.hpp"

namespace onceproof::tidy {
namespace {

void blank(std::string& out, std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < std::min(to, out.size()); ++at) {
        if (out[at] != '\n') {
            out[at] = ' ';
        }
    }
}

/// `'` inside of a number separates digits.
bool is_digit_separator(std::string_view text, std::size_t at) {
    std::size_t start = at;
    while (start > 0 && (is_word_char(text[start - 1]) || text[start - 1] == '\'')) {
        --start;
    }
    return start < at && text[start] >= '0' && text[start] <= '9';
}

std::size_t end_of_raw_string(std::string_view text, std::size_t quote) {
    const std::size_t open = text.find('(', quote);
    if (open == std::string_view::npos) {
        return text.size();
    }
    std::string close{")"};
    close.append(text.substr(quote + 1, open - quote - 1)).append("\"");
    const std::size_t end = text.find(close, open);
    return end == std::string_view::npos ? text.size() : end + close.size() - 1;
}

/// The closing quote of an ordinary literal; a literal never crosses a line.
std::size_t end_of_literal(std::string_view text, std::size_t quote) {
    std::size_t at = quote + 1;
    while (at < text.size() && text[at] != text[quote] && text[at] != '\n') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at, text.size());
}

}  // namespace

std::string blank_literals(std::string_view text) {
    std::string out{text};
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        std::size_t end = at;
        if (text.substr(at, 2) == "//") {
            end = std::min(text.find('\n', at), text.size());
            blank(out, at, end);
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t close = text.find("*/", at + 2);
            end = close == std::string_view::npos ? text.size() : close + 1;
            blank(out, at, end + 1);
        } else if (c == '"' && at > 0 && text[at - 1] == 'R') {
            end = end_of_raw_string(text, at);
            blank(out, at + 1, end);
        } else if (c == '"' || (c == '\'' && !is_digit_separator(text, at))) {
            end = end_of_literal(text, at);
            blank(out, at + 1, end);
        }
        at = end + 1;
    }
    return out;
}

}  // namespace onceproof::tidy
