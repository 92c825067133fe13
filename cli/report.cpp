#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "harness/real/confirmed_text.hpp"
#include "reports/bench_json.hpp"
#include "reports/choosing.hpp"
#include "reports/csv.hpp"
#include "reports/frontier_read.hpp"
#include "reports/html.hpp"
#include "reports/join.hpp"
#include "reports/junit.hpp"
#include "reports/on_real.hpp"
#include "reports/run_directory.hpp"
#include "reports/run_json.hpp"
#include "reports/sarif.hpp"
#include "reports/style.hpp"
#include "reports/summary.hpp"
#include "reports/verdicts.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {
namespace {

/// A file that another command wrote, as `compact` makes it.
std::optional<std::string> read_other(
    const std::string& file,
    std::optional<std::string> (*compact)(std::string_view),
    const std::string& command,
    ExitCode& trouble
) {
    const auto text = reports::read_file(file);
    if (!text.has_value()) {
        trouble = refuse(ExitCode::io, "cannot read " + file);
        return std::nullopt;
    }
    auto read = compact(*text);
    if (!read.has_value()) {
        trouble = refuse(ExitCode::bad_data, file + ": not a file of `onceproof " + command + "`");
    }
    return read;
}

ExitCode read_beside(const ReportOptions& options, reports::Beside& beside) {
    ExitCode trouble = ExitCode::ok;
    if (!options.bench.empty()) {
        auto bench = read_other(options.bench, reports::compact_bench, "bench --json", trouble);
        if (!bench.has_value()) return trouble;
        beside.bench = *std::move(bench);
    }
    for (const std::string& file : options.frontiers) {
        auto frontier = read_other(file, reports::compact_frontier, "frontier --json", trouble);
        if (!frontier.has_value()) return trouble;
        beside.frontiers.push_back(*std::move(frontier));
    }
    return trouble;
}

/// What made the run, or the runs.
std::vector<std::string> commands_of(const reports::RunRecord& record) {
    if (record.joined.empty()) return {essential_command(record.executable, record.arguments)};
    std::vector<std::string> commands;
    for (const reports::JoinedRun& run : record.joined)
        commands.push_back(essential_command(record.executable, run.arguments));
    return commands;
}

}  // namespace

ExitCode report(const ReportOptions& options) {
    reports::Beside beside;
    if (const ExitCode trouble = read_beside(options, beside); trouble != ExitCode::ok) {
        return trouble;
    }
    std::vector<reports::StoredRun> runs;
    for (const std::string& folder : options.runs) {
        auto read = reports::read_run_directory(folder);
        if (const auto* error = std::get_if<reports::ReadError>(&read)) {
            return refuse(error->missing ? ExitCode::io : ExitCode::bad_data, error->text);
        }
        runs.push_back({folder, std::get<reports::RunRecord>(std::move(read))});
    }
    const auto joined = reports::join(std::move(runs));
    if (const auto* why = std::get_if<std::string>(&joined)) {
        return refuse(ExitCode::bad_data, reports::visible(*why));
    }
    const auto& record = std::get<reports::RunRecord>(joined);
    const std::filesystem::path folder(options.out);
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (trouble) {
        return refuse(ExitCode::io, "cannot write " + folder.string() + ": " + trouble.message());
    }
    std::vector<reports::FileContent> files{
        {folder / "verdicts.md", reports::verdicts(record, commands_of(record))},
        {folder / "report.html", reports::html(record, beside)},
        {folder / "summary.md", reports::summary(record)},
        {folder / "junit.xml", reports::junit(record)},
        {folder / "results.sarif", reports::sarif(record)},
        {folder / "results.csv", reports::csv(record)},
        {folder / "results.json", reports::run_json(record)}};
    if (reports::was_played(record)) {
        files.push_back({folder / "confirmed.md", harness::confirmed_text(record)});
    }
    if (!options.costs.empty()) {
        const auto costs = reports::read_file(options.costs);
        if (!costs.has_value()) return refuse(ExitCode::io, "cannot read " + options.costs);
        std::string text = reports::choosing(record, *costs);
        if (text.empty()) {
            return refuse(ExitCode::bad_data, options.costs + ": not a costs.md of `bench -o`");
        }
        files.push_back({folder / "choosing.md", std::move(text)});
    }
    if (const auto error = reports::write_files(files)) {
        return refuse(ExitCode::io, "cannot write " + error->text);
    }
    for (const reports::FileContent& file : files) {
        std::printf("wrote %s\n", file.file.c_str());
    }
    // Last, where it is not overlooked: what was written is not the whole run.
    for (const std::string& part : record.unreadable) {
        std::fprintf(stderr, "onceproof: cannot be read: %s\n", reports::visible(part).c_str());
    }
    return ExitCode::ok;
}

}  // namespace onceproof::cli
