#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::tidy {

/// One text file of the tree. Non-goal: being a C++ parser; the rules read characters.
struct SourceFile {
    /// From the repository's root, with `/`.
    std::string path;
    std::string text;
    /// `text` with comments and the insides of literals blanked; same length, same lines.
    std::string code;
};

/// One breach of one rule.
struct Finding {
    std::string path;
    /// From 1; 0 speaks of the whole file.
    std::size_t line{};
    std::string message;

    friend bool operator==(const Finding&, const Finding&) = default;
};

using Findings = std::vector<Finding>;

/// A file as the rules see it; only `.cpp` and `.hpp` are blanked, elsewhere code is the text.
[[nodiscard]] SourceFile source_file(std::string path, std::string text);

/// Every text file below `root` that is the project's own, in the order of paths. Hidden folders
/// (except `.ci`) and the build folder are left out.
[[nodiscard]] std::vector<SourceFile> load_tree(const std::filesystem::path& root);

/// C++ text with comments and the insides of string and character literals replaced by blanks.
[[nodiscard]] std::string blank_literals(std::string_view text);

/// The number, from 1, of the line that holds `text[offset]`.
[[nodiscard]] std::size_t line_of(std::string_view text, std::size_t offset);

/// The lines of `text` without their ends; no empty line after a final newline.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// The words of a table's cell: split at blanks.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view cell);

/// Where `word` stands in `text` at or after `from` with no identifier character on either side;
/// npos: nowhere.
[[nodiscard]] std::size_t find_word(
    std::string_view text, std::string_view word, std::size_t from = 0
);

/// True for what may stand in a C++ identifier.
[[nodiscard]] bool is_word_char(char c);

/// True if `path` is `place` or lies in the folder `place`.
[[nodiscard]] bool is_within(std::string_view path, std::string_view place);

/// True for `.cpp` and `.hpp`.
[[nodiscard]] bool is_cpp(std::string_view path);

/// `path:line: message`, as compilers print it.
[[nodiscard]] std::string to_string(const Finding& finding);

}  // namespace onceproof::tidy
