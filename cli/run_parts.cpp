#include "cli/run_parts.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <thread>

#include "cli/environment.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "harness/facts.hpp"
#include "reports/on_real.hpp"
#include "reports/regress.hpp"

namespace onceproof::cli {

using reports::Verdict;

namespace {

/// The time that all files of the run are to tell, so that equal runs give equal files.
std::optional<std::time_t> told_time() {
    const char* text = std::getenv("SOURCE_DATE_EPOCH");
    if (text == nullptr || *text == '\0') return std::nullopt;
    char* end = nullptr;
    const long long seconds = std::strtoll(text, &end, 10);
    return *end == '\0' ? std::optional<std::time_t>(seconds) : std::nullopt;
}

}  // namespace

std::string utc_now() {
    const std::time_t now = told_time().value_or(std::time(nullptr));
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

void keep_to_told_time(reports::RunRecord& record) {
    if (!told_time().has_value()) return;
    record.seconds = 0;
    for (reports::CellResult& cell : record.cells) {
        cell.seconds = 0;
    }
}

ExitCode exit_code_of(const reports::RunRecord& record, ExitCode of_errors) {
    bool violated = false;
    bool missed = false;
    bool inconclusive = false;
    for (const reports::CellResult& cell : record.cells) {
        if (!cell.error.empty()) {
            return of_errors;
        }
        for (const reports::GuaranteeResult& result : cell.guarantees) {
            violated |= !result.expected && result.verdict == Verdict::violated;
            missed |= !result.expected && result.verdict != Verdict::violated;
            inconclusive |= result.verdict == Verdict::inconclusive;
        }
    }
    if (record.interrupted) {
        return ExitCode::interrupted;
    }
    if (!record.determinism.differences.empty() || reports::any_diverged(record) ||
        reports::real_totals(record).differing > 0) {
        return ExitCode::not_deterministic;
    }
    if (!record.real.trouble.empty()) {
        return ExitCode::backend;
    }
    if (violated) {
        return ExitCode::violated;
    }
    if (missed) {
        return ExitCode::control_missed;
    }
    inconclusive |= !record.determinism.trouble.empty() || !record.missing.empty();
    return inconclusive ? ExitCode::inconclusive : ExitCode::ok;
}

reports::RunRecord new_record(const RunOptions& options, std::span<const harness::Cell> cells) {
    reports::RunRecord record;
    record.version = version;
    record.commit = commit;
    record.executable = program_name();
    record.started = utc_now();
    record.arguments = options.arguments;
    record.seed = options.seed;
    record.jobs = options.jobs > 0 ? options.jobs
                                   : std::max<std::size_t>(1, std::thread::hardware_concurrency());
    record.environment = environment();
    record.cells_planned = cells.size();
    record.strategies = harness::strategy_facts(cells);
    record.guarantees = harness::guarantee_facts();
    return record;
}

ExitCode cannot_write(const reports::WriteError& error) {
    std::fprintf(stderr, "onceproof: cannot write results: %s\n", error.text.c_str());
    return ExitCode::io;
}

}  // namespace onceproof::cli
