#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "harness/real/confirmed_text.hpp"
#include "reports/bench_json.hpp"
#include "reports/csv.hpp"
#include "reports/html.hpp"
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

ExitCode refuse(const std::string& why, ExitCode code) {
    std::fprintf(stderr, "onceproof: %s\n", why.c_str());
    return code;
}

}  // namespace

ExitCode report(const ReportOptions& options) {
    std::string bench;
    if (!options.bench.empty()) {
        const auto text = reports::read_file(options.bench);
        if (!text.has_value()) return refuse("cannot read " + options.bench, ExitCode::io);
        const auto figures = reports::compact_bench(*text);
        if (!figures.has_value()) {
            return refuse(
                options.bench + ": not a file of `onceproof bench --json`", ExitCode::bad_data
            );
        }
        bench = *figures;
    }
    const auto read = reports::read_run_directory(options.run);
    if (const auto* error = std::get_if<reports::ReadError>(&read)) {
        return refuse(error->text, error->missing ? ExitCode::io : ExitCode::bad_data);
    }
    const auto& record = std::get<reports::RunRecord>(read);
    const std::filesystem::path folder(options.out);
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (trouble) {
        return refuse("cannot write " + folder.string() + ": " + trouble.message(), ExitCode::io);
    }
    std::vector<reports::FileContent> files{
        {folder / "verdicts.md", reports::verdicts(record, essential_command(record.arguments))},
        {folder / "report.html", reports::html(record, bench)},
        {folder / "summary.md", reports::summary(record)},
        {folder / "junit.xml", reports::junit(record)},
        {folder / "results.sarif", reports::sarif(record)},
        {folder / "results.csv", reports::csv(record)},
        {folder / "results.json", reports::run_json(record)}};
    if (reports::was_played(record)) {
        files.push_back({folder / "confirmed.md", harness::confirmed_text(record)});
    }
    if (const auto error = reports::write_files(files)) {
        return refuse("cannot write " + error->text, ExitCode::io);
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
