#include "harness/diagnostic.hpp"

#include <algorithm>

namespace onceproof::harness {
namespace {

constexpr std::size_t number_columns = 5;

/// Blanks up to the mark; a tab of the source stays a tab so that the mark stands under its text.
std::string blanks_before_mark(const std::string& source, std::size_t column) {
    std::string blanks;
    std::size_t at = 1;
    for (const char byte : source) {
        const bool continuation = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
        if (continuation) continue;
        if (at++ == column) break;
        blanks += byte == '\t' ? '\t' : ' ';
    }
    blanks.append(at <= column ? column - at : 0, ' ');
    return blanks;
}

}  // namespace

std::string render(const Diagnostic& diagnostic) {
    std::string text = diagnostic.file;
    if (diagnostic.line == 0) {
        return text + ": error: " + diagnostic.message + "\n";
    }
    const std::string number = std::to_string(diagnostic.line);
    text += ":" + number + ":" + std::to_string(diagnostic.column) +
            ": error: " + diagnostic.message + "\n";
    const std::size_t indent = number_columns - std::min(number.size(), number_columns);
    text += std::string(indent, ' ') + number + " | " + diagnostic.source + "\n";
    text += std::string(std::max(number.size(), number_columns), ' ') + " | " +
            blanks_before_mark(diagnostic.source, diagnostic.column) + "^" +
            std::string(std::max<std::size_t>(diagnostic.width, 1) - 1, '~');
    if (!diagnostic.note.empty()) {
        text += "   " + diagnostic.note;
    }
    return text + "\n";
}

std::string render(std::span<const Diagnostic> diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) {
        text += render(diagnostic);
    }
    return text;
}

}  // namespace onceproof::harness
