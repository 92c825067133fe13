#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "reports/record.hpp"
#include "reports/write_file.hpp"

namespace onceproof::reports {

/// Where a run's files go.
struct RunPlace {
    std::string out;  ///< the directory itself; empty: `base/runs/<UTC>-<id>/` and `base/latest`
    std::string base = ".onceproof";
};

/// Why a run cannot be read.
struct ReadError {
    std::string text;
    bool missing = false;  ///< there is no such file; otherwise its content is no run's
};

/// The folder of one run. Every file is written under a temporary name and renamed, so a reader, an
/// interrupted run or a full disk never shows half a file.
class RunDirectory {
public:
    /// Creates the folder (of a run started at `manifest.started`), removes an earlier run's files
    /// from it, and writes run.json with `"finished": false` and an empty results.ndjson.
    static std::variant<RunDirectory, WriteError> create(
        const RunPlace& place, const RunRecord& manifest
    );

    RunDirectory(RunDirectory&& other) noexcept = default;
    RunDirectory& operator=(RunDirectory&& other) noexcept = default;
    RunDirectory(const RunDirectory&) = delete;
    RunDirectory& operator=(const RunDirectory&) = delete;
    ~RunDirectory() = default;

    /// Adds one finished cell to results.ndjson. Visible at once while the file is small; above 1
    /// MiB at most a second later, at the next call or `flush`. Not safe for several threads at
    /// once.
    [[nodiscard]] std::optional<WriteError> append(const CellResult& cell);

    /// Makes all that was appended visible.
    [[nodiscard]] std::optional<WriteError> flush();

    /// Writes run.json, results.ndjson (in the record's order), counterexamples.ndjson, junit.xml,
    /// results.sarif, summary.md, report.html and a folder for each distinct failure: all or none.
    [[nodiscard]] std::optional<WriteError> finish(const RunRecord& record);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
    std::string lines_;          ///< all of results.ndjson
    std::size_t published_ = 0;  ///< bytes of it that readers see
    std::chrono::steady_clock::time_point published_at_{};
};

/// What stands in a run's folder, as far as it can be read; the rest is in
/// `RunRecord::unreadable`. A folder that no run wrote, or one of a later version, is told in one
/// line.
std::variant<RunRecord, ReadError> read_run_directory(const std::filesystem::path& folder);

}  // namespace onceproof::reports
