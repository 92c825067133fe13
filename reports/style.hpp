#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

/// How text for a terminal is to look. Renderers are pure: they ask no terminal.
struct TextStyle {
    std::size_t width = 80;  ///< columns to stay within where that needs no cutting
    bool ascii = false;      ///< no character beyond ASCII in what the renderer adds
    bool colour = false;     ///< ANSI colours on top; nothing is said by colour alone
    std::string replay = "onceproof replay ";  ///< what stands before a token to replay it
};

enum class Colour : unsigned char {
    red,
    green,
    yellow,
    bold,
    dim
};

/// `text` in that colour if the style wants colours.
std::string painted(const TextStyle& style, Colour colour, std::string_view text);

/// The text as a terminal can show it in one line: line breaks and tabs become blanks, other
/// control characters and what is no UTF-8 stand there by number ("\\x1b"), so that no text of a
/// scenario or a record commands the terminal.
std::string visible(std::string_view text);

/// Terminal columns of a UTF-8 text. No wide character is ever added by a renderer.
std::size_t columns_of(std::string_view text);

/// `text` with blanks behind it up to `columns`.
std::string padded(std::string_view text, std::size_t columns);

/// Breaks the visible text at blanks (never in front of a percent sign), and inside a word that is
/// longer than a line, so that every line has at most `columns` columns (at least 8). Nothing is
/// dropped but the blanks at breaks. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

}  // namespace onceproof::reports
