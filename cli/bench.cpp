#include "bench/bench.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "bench/subject.hpp"
#include "bench/table.hpp"
#include "cli/bench_compare.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/terminal.hpp"
#include "impls/backend/secrets.hpp"
#include "model/base/text.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {
namespace {

/// The first of `wanted` that is unknown, with the nearest that is not; empty: all are known.
std::string unknown_strategy(const std::vector<std::string>& wanted) {
    const std::vector<std::string> known = bench::subject_names();
    for (const std::string& name : wanted) {
        if (std::ranges::find(known, name) == known.end()) {
            const std::vector<std::string_view> views(known.begin(), known.end());
            const auto meant = closest(name, views);
            return "unknown strategy \"" + name + "\"" +
                   (meant ? "; did you mean \"" + std::string(*meant) + "\"?"
                          : "; see onceproof list strategies");
        }
    }
    return {};
}

/// Why nothing can be written in a folder, known before minutes of measuring and not after them;
/// empty: it can.
std::string trouble_with(const std::filesystem::path& folder) {
    if (access(folder.empty() ? "." : folder.c_str(), W_OK) == 0) return "";
    const std::error_code error(errno, std::generic_category());
    return "cannot write into " + folder.string() + ": " + error.message();
}

/// Makes the folder for documents if there is none, and says what is wrong with it or with that of
/// the figures.
std::string trouble_with_folders(const BenchOptions& options) {
    std::error_code error;
    if (!options.out.empty()) std::filesystem::create_directories(options.out, error);
    if (error) return "cannot make " + options.out + ": " + error.message();
    std::string trouble = options.out.empty() ? "" : trouble_with(options.out);
    if (trouble.empty() && !options.json.empty()) {
        trouble = trouble_with(std::filesystem::path(options.json).parent_path());
    }
    return trouble;
}

std::vector<bench::Database> databases_of(const BenchOptions& options) {
    std::vector<bench::Database> databases;
    databases.reserve(options.databases.size());
    for (const std::string& name : options.databases) {
        databases.push_back(*bench::database_named(name));
    }
    if (databases.empty()) {
        databases = {bench::Database::postgresql, bench::Database::mariadb};
    }
    return databases;
}

bench::Parameters parameters_of(const BenchOptions& options) {
    bench::Parameters asked = bench::parameters(
        options.smoke  ? bench::Size::smoke
        : options.full ? bench::Size::full
                       : bench::Size::usual
    );
    if (!options.threads.empty()) {
        asked.threads = options.threads;
    }
    if (!options.duplicates.empty()) {
        asked.repeats = options.duplicates;
    }
    asked.hot = asked.hot || options.hot;
    asked.rates = options.rates;
    if (options.requests > 0) {
        asked.requests = options.requests;
    }
    if (const auto min_time = parse_duration(options.min_time)) {
        asked.requests = 0;
        asked.min_time = std::chrono::ceil<std::chrono::milliseconds>(*min_time);
    }
    if (options.no_raw_limits) {
        asked.limit_rounds = 0;
    } else if (options.smoke) {
        asked.limit_time = std::chrono::milliseconds(0);
    }
    return asked;
}

bench::Options measure_options(const BenchOptions& options) {
    bench::Options asked;
    asked.servers = {
        .postgres_url = options.postgres_url,
        .mariadb_url = options.mariadb_url,
        .redis_url = options.redis_url,
        .postgres_binaries = options.postgres_bin,
        .mariadb_binary = options.mariadb_server,
        .redis_binary = options.redis_server,
        .fsync = !options.no_fsync};
    asked.strategies = options.strategies;
    asked.databases = databases_of(options);
    asked.effect = options.effect == "external"              ? Effect::external
                   : options.effect == "external-idempotent" ? Effect::external_idempotent
                                                             : Effect::in_transaction;
    asked.parameters = parameters_of(options);
    asked.should_stop = interrupted;
    if (!options.no_progress && can_show_progress()) {
        asked.progress = [](std::size_t number, std::size_t runs, const std::string& name) {
            std::fprintf(stderr, "\r\033[K%zu of %zu: %s", number, runs, name.c_str());
            std::fflush(stderr);
        };
    }
    return asked;
}

std::size_t cores() {
    return std::max(1U, std::thread::hardware_concurrency());
}

void print(const bench::Outcome& outcome, const bench::Options& asked, const TextFlags& flags) {
    if (asked.progress) {
        std::fputs("\r\033[K", stderr);
    }
    if (!outcome.rows.empty()) {
        std::fputs(bench::table(outcome, asked, cores(), style_of(flags)).c_str(), stdout);
    }
}

/// The command line with no password in it.
std::string shown_command(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    words.reserve(arguments.size());
    for (const std::string& word : arguments) {
        words.push_back(backend::without_passwords(word));
    }
    return essential_command(program_name(), words);
}

/// Also what was measured before trouble or an interrupt is written.
ExitCode write_results(
    const bench::Outcome& outcome, const bench::Options& asked, const BenchOptions& options
) {
    std::vector<reports::FileContent> files;
    if (!options.json.empty()) {
        files.push_back({options.json, outcome.json});
    }
    if (!options.out.empty()) {
        files.push_back(
            {std::filesystem::path(options.out) / "costs.md",
             bench::document(outcome, asked, cores(), shown_command(options.arguments))}
        );
    }
    if (outcome.rows.empty()) {
        return ExitCode::ok;
    }
    if (const auto error = reports::write_files(files)) {
        std::fprintf(stderr, "onceproof: cannot write results: %s\n", error->text.c_str());
        return ExitCode::io;
    }
    return ExitCode::ok;
}

ExitCode exit_code_of(const bench::Outcome& outcome) {
    bool broke = false;
    bool missed = false;
    bool failed = false;
    for (const bench::Row& row : outcome.rows) {
        broke |= row.broke && !row.must_break;
        missed |= row.must_break && !row.broke;
        failed |= !row.problem.empty() && !row.broke;
    }
    if (outcome.interrupted) {
        std::fprintf(
            stderr,
            "onceproof: interrupted after %zu of %zu runs\n",
            outcome.measured,
            outcome.planned
        );
        return ExitCode::interrupted;
    }
    if (broke) {
        return ExitCode::violated;
    }
    if (missed) {
        return ExitCode::control_missed;
    }
    return failed ? ExitCode::inconclusive : ExitCode::ok;
}

}  // namespace

ExitCode bench(const BenchOptions& options) {
    if (const std::string trouble = unknown_strategy(options.strategies); !trouble.empty()) {
        return refuse(ExitCode::usage, backend::without_passwords(trouble));
    }
    if (!options.min_time.empty() && !parse_duration(options.min_time).has_value()) {
        return refuse(
            ExitCode::usage, "--min-time: not a duration: " + options.min_time + " (2s, 500ms)"
        );
    }
    if (options.postgres_url.find("options=") != std::string::npos) {
        return refuse(
            ExitCode::usage, "--postgres-url: must not set \"options\", which name our schema"
        );
    }
    if (const std::string trouble = trouble_with_folders(options); !trouble.empty()) {
        return refuse(ExitCode::io, trouble);
    }
    if (!options.compare.empty()) {
        return bench_compare(options);
    }
    catch_interrupts();
    const bench::Options asked = measure_options(options);
    const bench::Outcome outcome = bench::run(asked);
    print(outcome, asked, options.text);
    const ExitCode written = write_results(outcome, asked, options);
    if (!outcome.left_behind.empty()) {
        std::fprintf(stderr, "onceproof: %s\n", outcome.left_behind.c_str());
    }
    if (!outcome.trouble.empty() && !outcome.interrupted) {
        std::fprintf(stderr, "onceproof: %s\n", outcome.trouble.c_str());
        return ExitCode::backend;
    }
    return written == ExitCode::ok ? exit_code_of(outcome) : written;
}

}  // namespace onceproof::cli
