#include "tests/tidy/source.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace onceproof::tidy {
namespace {

constexpr std::array<std::string_view, 13> text_endings{
    ".cpp",
    ".hpp",
    ".toml",
    ".sql",
    ".txt",
    ".cmake",
    ".json",
    ".md",
    ".js",
    ".mjs",
    ".css",
    ".html",
    ".in"};

/// Scripts without an ending.
constexpr std::array<std::string_view, 2> scripts{"dev", ".ci/run"};

bool is_own_text(std::string_view path) {
    return std::ranges::find(scripts, path) != scripts.end() ||
           std::ranges::any_of(text_endings, [&](std::string_view end) {
               return path.ends_with(end);
           });
}

bool is_left_out(const std::filesystem::path& folder) {
    const std::string name = folder.filename().string();
    return name == "build" || name == "node_modules" || (name.starts_with('.') && name != ".ci");
}

}  // namespace

bool is_cpp(std::string_view path) {
    return path.ends_with(".cpp") || path.ends_with(".hpp");
}

SourceFile source_file(std::string path, std::string text) {
    std::string code = is_cpp(path) ? blank_literals(text) : text;
    return {std::move(path), std::move(text), std::move(code)};
}

std::vector<SourceFile> load_tree(const std::filesystem::path& root) {
    namespace fs = std::filesystem;
    std::vector<SourceFile> files;
    const fs::recursive_directory_iterator end;
    for (fs::recursive_directory_iterator at{root}; at != end; ++at) {
        if (at->is_directory()) {
            if (is_left_out(at->path())) {
                at.disable_recursion_pending();
            }
            continue;
        }
        std::string path = at->path().lexically_relative(root).generic_string();
        if (at->is_regular_file() && is_own_text(path)) {
            std::ifstream in{at->path(), std::ios::binary};
            std::string text{std::istreambuf_iterator<char>{in}, {}};
            files.push_back(source_file(std::move(path), std::move(text)));
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

std::size_t line_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string_view> words_of(std::string_view cell) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while ((at = cell.find_first_not_of(" \n\t\r", at)) != std::string_view::npos) {
        const std::size_t end = std::min(cell.find_first_of(" \n\t\r", at), cell.size());
        words.push_back(cell.substr(at, end - at));
        at = end;
    }
    return words;
}

bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
    for (std::size_t at = text.find(word, from); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t after = at + word.size();
        const bool starts = at == 0 || !is_word_char(text[at - 1]);
        const bool ends = after >= text.size() || !is_word_char(text[after]);
        if (starts && ends) {
            return at;
        }
    }
    return std::string_view::npos;
}

bool is_within(std::string_view path, std::string_view place) {
    return path.starts_with(place) &&
           (path.size() == place.size() || place.ends_with('/') || path[place.size()] == '/');
}

std::string to_string(const Finding& finding) {
    return fmt::format("{}:{}: {}", finding.path, finding.line, finding.message);
}

}  // namespace onceproof::tidy
