#include "reports/run_directory.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <unistd.h>

#include "model/base/hash.hpp"
#include "model/base/text.hpp"
#include "reports/counterexample_json.hpp"
#include "reports/failure_files.hpp"
#include "reports/html.hpp"
#include "reports/junit.hpp"
#include "reports/run_json.hpp"
#include "reports/sarif.hpp"
#include "reports/summary.hpp"

namespace onceproof::reports {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::size_t small_file = std::size_t{1} << 20U;
constexpr auto publish_interval = 1s;
constexpr int name_tries_max = 100;

constexpr std::array own_files{
    "run.json",
    "results.ndjson",
    "junit.xml",
    "results.sarif",
    "summary.md",
    "counterexamples.ndjson",
    "report.html"};

WriteError failure(const fs::path& path, const std::error_code& error) {
    return {path.string() + ": " + error.message()};
}

/// "2026-11-30T06-41-07Z-3fa9": no colon, which Windows shares and some tools refuse in names.
std::string run_name(const RunRecord& manifest, int attempt) {
    std::string name = manifest.started;
    std::ranges::replace(name, ':', '-');
    Hasher hasher;
    hasher.add(manifest.seed);
    hasher.add(manifest.started);
    hasher.add(static_cast<std::uint64_t>(attempt));
    constexpr std::string_view digits = "0123456789abcdef";
    std::uint64_t bits = hasher.finish().low;
    name += '-';
    for (int i = 0; i < 4; ++i, bits >>= 4U) {
        name += digits[bits & 0xFU];
    }
    return name;
}

/// Creates a folder below `runs` that did not exist before.
std::variant<fs::path, WriteError> create_named(const fs::path& runs, const RunRecord& manifest) {
    std::error_code error;
    fs::create_directories(runs, error);
    if (error) return failure(runs, error);
    for (int attempt = 0; attempt < name_tries_max; ++attempt) {
        const fs::path path = runs / run_name(manifest, attempt);
        if (fs::create_directory(path, error)) return path;
        if (error) return failure(path, error);
    }
    return failure(runs, std::make_error_code(std::errc::file_exists));
}

/// Points `base/latest` to the run, replacing what was there in one step.
std::optional<WriteError> link_latest(const fs::path& base, const fs::path& run) {
    const fs::path link = base / "latest";
    const fs::path temporary = base / ("latest.tmp" + std::to_string(::getpid()));
    std::error_code error;
    fs::remove(temporary, error);
    fs::create_directory_symlink(fs::path("runs") / run.filename(), temporary, error);
    if (error) return failure(link, error);
    fs::rename(temporary, link, error);
    if (!error) return std::nullopt;
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return failure(link, error);
}

std::optional<WriteError> remove_old_files(const fs::path& path) {
    for (const char* name : own_files) {
        std::error_code error;
        fs::remove(path / name, error);
        if (error) return failure(path / name, error);
    }
    for (const fs::path& file : written_failures(path)) {
        std::error_code error;
        fs::remove(file, error);
        if (error) return failure(file, error);
    }
    return std::nullopt;
}

std::variant<fs::path, WriteError> create_folder(const RunPlace& place, const RunRecord& manifest) {
    if (place.out.empty()) {
        return create_named(fs::path(place.base) / "runs", manifest);
    }
    fs::path path(place.out);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return failure(path, error);
    if (auto old = remove_old_files(path)) return *old;
    return path;
}

}  // namespace

std::variant<RunDirectory, WriteError> RunDirectory::create(
    const RunPlace& place, const RunRecord& manifest
) {
    auto folder = create_folder(place, manifest);
    if (auto* error = std::get_if<WriteError>(&folder)) return *error;
    RunDirectory directory(std::get<fs::path>(std::move(folder)));
    const std::array<FileContent, 2> first_files{
        FileContent{directory.path_ / "run.json", manifest_json(manifest, false)},
        FileContent{directory.path_ / "results.ndjson", ""}};
    if (auto error = write_files(first_files)) return *error;
    if (place.out.empty()) {
        if (auto error = link_latest(place.base, directory.path_)) return *error;
    }
    return directory;
}

std::optional<WriteError> RunDirectory::append(const CellResult& cell) {
    lines_ += cell_json(cell);
    const auto now = std::chrono::steady_clock::now();
    // The file is written anew each time: an append that is cut off would leave half a line. The
    // interval keeps that cheap for the rare run with many thousands of cells.
    if (lines_.size() > small_file && now - published_at_ < publish_interval) return std::nullopt;
    published_at_ = now;
    return flush();
}

std::optional<WriteError> RunDirectory::flush() {
    if (published_ == lines_.size()) return std::nullopt;
    auto error = write_file(path_ / "results.ndjson", lines_);
    if (!error) published_ = lines_.size();
    return error;
}

std::optional<WriteError> RunDirectory::finish(const RunRecord& record) {
    std::string lines;
    for (const CellResult& cell : record.cells) {
        lines += cell_json(cell);
    }
    std::string counterexamples;
    for (const Counterexample& counterexample : record.counterexamples) {
        counterexamples += counterexample_json(
            counterexample, record.shard ? ScenarioText::kept : ScenarioText::left_out
        );
    }
    std::vector<FileContent> files{
        {path_ / "results.ndjson", lines},
        {path_ / "counterexamples.ndjson", counterexamples},
        {path_ / "junit.xml", junit(record)},
        {path_ / "results.sarif", sarif(record)},
        {path_ / "summary.md", summary(record)},
        {path_ / "report.html", html(record, {})}};
    for (FileContent& file : failure_files(record)) {
        std::error_code trouble;
        file.file = path_ / file.file;
        fs::create_directories(file.file.parent_path(), trouble);
        if (trouble) return failure(file.file.parent_path(), trouble);
        files.push_back(std::move(file));
    }
    // Last: whoever sees it finished sees the rest too.
    files.push_back({path_ / "run.json", manifest_json(record, true)});
    auto error = write_files(files);
    if (!error) {
        lines_ = std::move(lines);
        published_ = lines_.size();
    }
    return error;
}

std::variant<RunRecord, ReadError> read_run_directory(const fs::path& folder) {
    const std::optional<std::string> manifest = read_file(folder / "run.json");
    if (!manifest.has_value()) {
        return ReadError{(folder / "run.json").string() + ": cannot be read", true};
    }
    const std::optional<std::string> lines = read_file(folder / "results.ndjson");
    auto read = read_run(*manifest, lines.value_or(""));
    if (const auto* trouble = std::get_if<std::string>(&read)) {
        return ReadError{folder.string() + ": " + *trouble, false};
    }
    auto& record = std::get<RunRecord>(read);
    if (!lines.has_value()) record.unreadable.emplace_back("results.ndjson");
    // Runs of earlier versions, and those that were cut off, have none.
    if (const auto drawn = read_file(folder / "counterexamples.ndjson")) {
        ReadCounterexamples counterexamples = read_counterexamples(*drawn);
        record.counterexamples = std::move(counterexamples.all);
        if (counterexamples.unreadable > 0) {
            record.unreadable.push_back(
                "counterexamples.ndjson, " + counted(counterexamples.unreadable, "line")
            );
        }
    }
    return std::move(record);
}

}  // namespace onceproof::reports
