#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source.hpp"

namespace onceproof::tidy {

inline constexpr std::size_t line_columns_max = 100;
inline constexpr std::size_t file_lines_max = 300;
/// From here on a file is said to be long; it is no breach yet.
inline constexpr std::size_t file_lines_long = 250;
inline constexpr std::size_t function_lines_max = 70;

/// A function's body, from the line of its opening to the line of its closing brace.
struct FunctionBody {
    /// The last word before the parameters.
    std::string name;
    std::size_t line{};
    std::size_t lines{};
};

/// The functions at namespace or class level, in order; `code` is C++ with blanked literals.
///
/// A block counts as a function if a `)` stands between the end of what came before it and its
/// brace. Namespaces, classes and `extern` blocks are entered, enumerations and initializers are
/// passed over; what stands inside of a body (lambdas, local classes) counts as part of it.
[[nodiscard]] std::vector<FunctionBody> functions_of(std::string_view code);

/// Reports lines of more than `line_columns_max` characters (code points). Free are lines with a
/// URL, lines that a raw string or a block comment covers, and everything but C++, CMake and
/// the scripts.
[[nodiscard]] Findings check_line_lengths(const SourceFile& file);

/// Reports C++ files of more than `lines_max` lines.
[[nodiscard]] Findings check_file_length(const SourceFile& file, std::size_t lines_max);

/// Reports functions of more than `function_lines_max` lines.
[[nodiscard]] Findings check_function_lengths(const SourceFile& file);

}  // namespace onceproof::tidy
