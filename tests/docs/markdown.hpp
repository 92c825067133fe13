#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::docs {

/// A fenced block: what stands behind the opening fence, and the lines within.
///
/// The first word of the info string is the language. For `sh` and `console` the rest says how the
/// block is to be tried: nothing (it is run by the fast tests), `slow` (run by those with servers),
/// `not-run: WHY` (only its commands and flags are checked). For other languages a `file=PATH`
/// names the file that the block belongs to, see recipe.hpp.
struct Block {
    std::size_t line{};  ///< of the opening fence, from 1
    std::string language;
    std::string how;   ///< the rest of the info string
    std::string text;  ///< every line ends with '\n'
};

/// A piece of text and the line that it starts in.
struct Span {
    std::size_t line{};
    std::string text;
};

/// What of a Markdown file can be tried.
struct Page {
    std::vector<Block> blocks;
    std::vector<Span> code;   ///< `…` in sentences
    std::vector<Span> links;  ///< targets of [..](target)
    bool closed = true;       ///< false: the last block has no closing fence
};

/// Reads a file's text. Fences are three or more back-ticks at a line's start.
[[nodiscard]] Page read_page(std::string_view text);

/// A command of a `console` block and what it printed.
struct Exchange {
    std::string command;  ///< lines that end in a backslash go on in the next
    std::string output;
};

/// Splits a `console` block at its lines that start with "$ ". What stands before the first of
/// them is left out.
[[nodiscard]] std::vector<Exchange> exchanges_of(const std::string& block);

/// `printed` is `shown`, where each `…` of `shown` stands for any text, line ends included.
[[nodiscard]] bool matches(std::string_view shown, std::string_view printed);

}  // namespace onceproof::docs
