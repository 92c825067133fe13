#include "bench/bench.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include "bench/subject.hpp"
#include "bench/table.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/text.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {
namespace {

ExitCode refuse(const std::string& text) {
    std::fprintf(stderr, "onceproof: %s\n", text.c_str());
    return ExitCode::usage;
}

/// The first of `wanted` that cannot be measured and why, for an unknown one with the nearest that
/// can; empty: all can be.
std::string unmeasurable(const std::vector<std::string>& wanted) {
    const std::vector<std::string> known = bench::subject_names();
    const auto is_known = [&known](const std::string& name) {
        return std::ranges::find(known, name) != known.end();
    };
    for (const std::string& name : wanted) {
        if (!is_known(name)) {
            const std::string base = name.substr(0, name.find('/'));
            if (strategy::find(base) != nullptr && !is_known(base)) {
                return "\"" + name +
                       "\" cannot be measured: it needs a broker, or gives out its own keys";
            }
            const std::vector<std::string_view> views(known.begin(), known.end());
            const auto meant = closest(name, views);
            return "unknown strategy \"" + name + "\"" +
                   (meant ? "; did you mean \"" + std::string(*meant) + "\"?"
                          : "; see onceproof list strategies");
        }
    }
    return {};
}

/// Known before minutes of measuring, not after them.
bool can_be_written(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    return access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

bench::Options measure_options(const BenchOptions& options) {
    bench::Options asked;
    asked.servers = {
        .postgres_url = options.postgres_url,
        .redis_url = options.redis_url,
        .postgres_binaries = options.postgres_bin,
        .redis_binary = options.redis_server,
        .fsync = !options.no_fsync};
    asked.strategies = options.strategies;
    asked.effect = options.effect == "external"              ? Effect::external
                   : options.effect == "external-idempotent" ? Effect::external_idempotent
                                                             : Effect::in_transaction;
    asked.parameters = bench::parameters(options.smoke);
    if (!options.threads.empty()) {
        asked.parameters.threads = options.threads;
    }
    if (options.requests > 0) {
        asked.parameters.requests = options.requests;
    }
    if (const auto min_time = parse_duration(options.min_time)) {
        asked.parameters.requests = 0;
        asked.parameters.min_time = std::chrono::ceil<std::chrono::milliseconds>(*min_time);
    }
    asked.should_stop = interrupted;
    if (!options.no_progress && can_show_progress()) {
        asked.progress = [](std::size_t number, std::size_t runs, const std::string& name) {
            std::fprintf(stderr, "\r\033[K%zu of %zu: %s", number, runs, name.c_str());
            std::fflush(stderr);
        };
    }
    return asked;
}

void print(const bench::Outcome& outcome, const bench::Options& asked, const TextFlags& flags) {
    if (asked.progress) {
        std::fputs("\r\033[K", stderr);
    }
    if (outcome.rows.empty()) {
        return;
    }
    const reports::TextStyle style = style_of(flags);
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::string text =
        bench::heading(outcome, asked, cores, style) + "\n" + bench::table(outcome, style);
    std::fputs(text.c_str(), stdout);
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
            outcome.rows.size(),
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
    if (const std::string trouble = unmeasurable(options.strategies); !trouble.empty()) {
        return refuse(trouble);
    }
    if (!options.min_time.empty() && !parse_duration(options.min_time).has_value()) {
        return refuse("--min-time: not a duration: " + options.min_time + " (2s, 500ms)");
    }
    if (!options.postgres_url.empty() &&
        options.postgres_url.find("options=") != std::string::npos) {
        return refuse("--postgres-url: must not set \"options\", which name our schema");
    }
    if (!options.json.empty() && !can_be_written(options.json)) {
        std::fprintf(stderr, "onceproof: %s cannot be written\n", options.json.c_str());
        return ExitCode::io;
    }
    catch_interrupts();
    const bench::Options asked = measure_options(options);
    const bench::Outcome outcome = bench::run(asked);
    print(outcome, asked, options.text);
    if (!outcome.left_behind.empty()) {
        std::fprintf(stderr, "onceproof: %s\n", outcome.left_behind.c_str());
    }
    if (!outcome.trouble.empty() && !outcome.interrupted) {
        std::fprintf(stderr, "onceproof: %s\n", outcome.trouble.c_str());
        return ExitCode::backend;
    }
    if (!options.json.empty() && !outcome.rows.empty()) {
        if (const auto error = reports::write_file(options.json, outcome.json)) {
            std::fprintf(stderr, "onceproof: cannot write results: %s\n", error->text.c_str());
            return ExitCode::io;
        }
    }
    return exit_code_of(outcome);
}

}  // namespace onceproof::cli
