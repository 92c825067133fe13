#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// A file or folder that could not be written: "out/run.json: No space left on device".
struct WriteError {
    std::string text;
};

/// A file to be written.
struct FileContent {
    std::filesystem::path file;
    std::string content;
};

/// A file's content; empty if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

/// Writes one file whole or not at all: under a temporary name beside it, then renamed over it.
[[nodiscard]] std::optional<WriteError> write_file(
    const std::filesystem::path& file, std::string_view content
);

/// Writes all contents under temporary names before the first is renamed, so that a full disk
/// changes nothing.
[[nodiscard]] std::optional<WriteError> write_files(std::span<const FileContent> files);

}  // namespace onceproof::reports
