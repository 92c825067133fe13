#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace onceproof::harness {

/// What kind of trouble a file is in: it could not be read, or what it says is wrong.
enum class Trouble : std::uint8_t {
    io,
    data
};

/// One error of a scenario file.
struct Diagnostic {
    Trouble trouble = Trouble::data;
    std::string file;
    std::size_t line = 0;    ///< from 1; 0: the file as a whole
    std::size_t column = 0;  ///< from 1, in characters
    std::size_t width = 1;   ///< characters that the mark covers
    std::string message;  ///< what is wrong, with the hint: `unknown fault "x"; did you mean "y"?`
    std::string source;   ///< the line it stands in
    std::string note;  ///< printed beside the mark, empty for none: "known: onceproof list faults"

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// `file:line:column: error: message`, the source line and the mark under it; ends with a newline.
/// Without a place: `file: error: message`.
std::string render(const Diagnostic& diagnostic);

/// All of them, one after the other.
std::string render(std::span<const Diagnostic> diagnostics);

}  // namespace onceproof::harness
