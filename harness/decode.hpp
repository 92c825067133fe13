#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diagnostic.hpp"
#include "harness/scenario.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// What decoding gave. With diagnostics there are no scenarios.
struct Decoded {
    std::vector<Scenario> scenarios;  ///< one per sweep point, files in the order given
    std::vector<Diagnostic> diagnostics;

    [[nodiscard]] bool ok() const { return diagnostics.empty(); }
};

/// Scenario files as the arguments of a command name them.
struct Found {
    std::vector<std::string> files;
    std::vector<Diagnostic> diagnostics;
};

/// Turns files, directories (their `*.toml`, not those of sub-directories, by name) and glob
/// patterns into files, each once. An argument that gives none is a diagnostic.
Found find_scenarios(std::span<const std::string> arguments);

/// Reads one file and what it `extends`. `file` is printed as given.
Decoded decode_file(const std::string& file, const Vocabulary& vocabulary);

/// The same for several files; all diagnostics are collected, and two files with one scenario id
/// are one.
Decoded decode_files(std::span<const std::string> files, const Vocabulary& vocabulary);

/// The same for a text; `file` names it in messages and is what `extends` is relative to.
Decoded decode_text(const std::string& text, const std::string& file, const Vocabulary& vocabulary);

}  // namespace onceproof::harness
