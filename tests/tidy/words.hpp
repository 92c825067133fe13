#pragma once

#include <span>
#include <string_view>

#include "tests/tidy/source.hpp"

namespace onceproof::tidy {

/// A use of a banned word that stays, and why.
struct WordException {
    std::string_view path;
    std::string_view word;
    std::string_view reason;
};

/// The words of the determinism rule, as they stand in code.
[[nodiscard]] std::span<const std::string_view> nondeterministic_words();

/// Reports what makes a run depend on more than its schedule: clocks, random sources, threads, the
/// environment, hashed or pointer-keyed containers, library distributions, static mutable state.
/// Comments and literals are free. Whether a static is mutable is guessed from its declaration: no
/// `const…` before its `=`, `{` or `;`, and no `(` earlier.
[[nodiscard]] Findings check_determinism(
    const SourceFile& file, std::span<const WordException> exceptions
);

/// Reports markers of unfinished work, in any text.
[[nodiscard]] Findings check_leftovers(const SourceFile& file);

/// Reports absolute paths of somebody's machine, in any text.
[[nodiscard]] Findings check_machine_paths(const SourceFile& file);

/// Reports `#if`, `#ifdef` and `#ifndef`: code that may differ from one build to the next.
[[nodiscard]] Findings check_conditionals(const SourceFile& file);

/// Reports `namespace std`, and in headers `using namespace`, except the chrono literals in tests.
[[nodiscard]] Findings check_namespaces(const SourceFile& file);

/// Reports exceptions that excuse nothing any more.
[[nodiscard]] Findings check_word_exceptions(
    std::span<const SourceFile> tree, std::span<const WordException> exceptions
);

}  // namespace onceproof::tidy
