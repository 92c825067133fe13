#include "tests/tidy/lengths.hpp"

#include <algorithm>

namespace onceproof::tidy {
namespace {

/// Code points of UTF-8: every byte that continues none.
std::size_t columns(std::string_view line) {
    return static_cast<std::size_t>(std::ranges::count_if(line, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

bool has_bounded_lines(std::string_view path) {
    return is_cpp(path) || path.ends_with("CMakeLists.txt") || path == "dev" || path == ".ci/run";
}

/// True where a raw string starts, goes on or ends in the line: a letter put in front of such a
/// line would be blanked.
bool is_raw(std::string_view text_before, std::string_view line) {
    return line.find("R\"") != std::string_view::npos ||
           blank_literals(std::string{text_before} + "x").back() != 'x';
}

}  // namespace

Findings check_line_lengths(const SourceFile& file) {
    Findings findings;
    if (!has_bounded_lines(file.path)) {
        return findings;
    }
    const auto lines = lines_of(file.text);
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const std::size_t length = columns(lines[at]);
        if (length <= line_columns_max || lines[at].find("://") != std::string_view::npos) {
            continue;
        }
        const auto offset = static_cast<std::size_t>(lines[at].data() - file.text.data());
        if (is_cpp(file.path) && is_raw(std::string_view{file.text}.substr(0, offset), lines[at])) {
            continue;
        }
        findings.push_back(
            {file.path,
             at + 1,
             std::to_string(length) + " columns, at most " + std::to_string(line_columns_max)}
        );
    }
    return findings;
}

Findings check_file_length(const SourceFile& file, std::size_t lines_max) {
    const std::size_t lines = lines_of(file.text).size();
    if (!is_cpp(file.path) || lines <= lines_max) {
        return {};
    }
    return {{file.path, 0, std::to_string(lines) + " lines, at most " + std::to_string(lines_max)}};
}

}  // namespace onceproof::tidy
