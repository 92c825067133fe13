#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>

#include "cli/actions.hpp"
#include "cli/commands.hpp"
#include "cli/drawn.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/on_real.hpp"
#include "cli/progress_line.hpp"
#include "cli/run_parts.hpp"
#include "cli/run_text.hpp"
#include "cli/shard_flag.hpp"
#include "cli/twice.hpp"
#include "harness/campaign.hpp"
#include "harness/schema.hpp"
#include "reports/run_directory.hpp"

namespace onceproof::cli {
namespace {

void override_search(std::vector<harness::Scenario>& scenarios, const RunOptions& options) {
    for (harness::Scenario& scenario : scenarios) {
        if (!options.explore.empty()) {
            for (const harness::Mode mode : harness::all_modes) {
                scenario.mode = harness::name_of(mode) == options.explore ? mode : scenario.mode;
            }
        }
        if (options.cases > 0) {
            scenario.cases = options.cases;
        }
    }
}

/// What is to be searched, as the options say.
Loaded scenarios_of(const RunOptions& options) {
    Loaded loaded =
        load(options.scenarios, {.filter = options.filter, .strategy = options.strategy});
    if (loaded.trouble == ExitCode::ok) {
        tell_left_out(loaded);
        override_search(loaded.scenarios, options);
    }
    return loaded;
}

}  // namespace

ExitCode run(const RunOptions& options) {
    if (options.real.on) {
        return run_real(options);
    }
    const Loaded loaded = scenarios_of(options);
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    std::vector<harness::Cell> cells = harness::plan(loaded.scenarios);
    reports::RunRecord record = new_record(options, cells);
    if (!take_shard(options, cells, record)) {
        return ExitCode::usage;
    }
    auto created = reports::RunDirectory::create({.out = options.out}, record);
    if (const auto* error = std::get_if<reports::WriteError>(&created)) {
        return cannot_write(*error);
    }
    auto& directory = std::get<reports::RunDirectory>(created);
    catch_interrupts();
    std::optional<reports::WriteError> trouble;
    std::atomic<bool> in_trouble{false};
    const auto start = std::chrono::steady_clock::now();
    const auto check = start_check(options, record.jobs);
    {
        ProgressLine line(!options.no_progress && can_show_progress(), cells.size());
        const harness::SearchOptions search{
            .seed = options.seed,
            .should_stop = [&] { return interrupted() || in_trouble; },
            .progress = &line.counters(),
            .on_searched = passing_on(check.get()),
            .keep_states = keeping_in(directory.path())};
        record.cells = harness::run_cells(
            cells,
            record.jobs,
            search,
            [&](std::size_t, const reports::CellResult& cell) {
                line.cell_done();
                if (!in_trouble) {
                    trouble = directory.append(cell);
                    in_trouble = trouble.has_value();
                }
            }
        );
    }
    if (check != nullptr) {
        record.determinism = check->finish();
    }
    if (options.confirm && !trouble.has_value()) {
        confirm_on_real(cells, record, !options.no_progress && can_show_progress());
    }
    record.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    record.interrupted = interrupted();
    if (!trouble.has_value()) {
        keep_to_told_time(record);
        record.counterexamples = draw_counterexamples(record, cells);
        trouble = directory.finish(record);
    }
    if (trouble.has_value()) {
        return cannot_write(*trouble);
    }
    tell_run(record, directory, options.text, options.verbose);
    tell_actions(record);
    if (!record.real.trouble.empty() && !record.interrupted) {
        tell_no_server(record.real.trouble);
    }
    return exit_code_of(record, ExitCode::bad_data);
}

}  // namespace onceproof::cli
