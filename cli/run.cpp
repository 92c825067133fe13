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
#include "cli/twice.hpp"
#include "harness/campaign.hpp"
#include "harness/schema.hpp"
#include "reports/determinism.hpp"
#include "reports/matrix.hpp"
#include "reports/on_real.hpp"
#include "reports/outcome.hpp"
#include "reports/proofs.hpp"
#include "reports/rates.hpp"
#include "reports/regress.hpp"
#include "reports/run_directory.hpp"
#include "reports/violations.hpp"

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

std::string closing_lines(
    const reports::RunRecord& record, const reports::RunDirectory& directory, bool verbose
) {
    std::size_t states = 0;
    std::size_t transitions = 0;
    for (const reports::CellResult& cell : record.cells) {
        states += cell.states;
        transitions += cell.transitions;
    }
    std::string text =
        std::to_string(states) + " states, " + std::to_string(transitions) + " transitions\n";
    for (const std::string& line :
         {reports::regress_line(record),
          reports::determinism_line(record.determinism),
          reports::real_line(record)}) {
        text += line + (line.empty() ? "" : "\n");
    }
    text += "results  " + directory.path().string() + "\n";
    text += "report   " + (directory.path() / "report.html").string() + "\n";
    text += verbose ? "" : "more     -v: every sweep point, proof and known violation\n";
    return text;
}

/// What a person reads first stands first; what is not as expected is always told in full.
std::string text_of(
    const reports::RunRecord& record,
    const reports::RunDirectory& directory,
    const RunOptions& options
) {
    const reports::TextStyle style = style_of(options.text);
    std::string text = reports::headline(record, style);
    for (const std::string& line : reports::wrapped(reports::outcome(record), style.width)) {
        text += line + "\n";
    }
    const auto rows =
        options.verbose ? reports::MatrixRows::points : reports::MatrixRows::scenarios;
    text += "\n" + reports::matrix(record, style, rows) + "\n";
    const std::string rates = reports::rate_lines(record, style);
    text += rates + (rates.empty() ? "" : "\n");
    if (options.verbose) {
        text += reports::proof_lines(record, style) + "\n";
    }
    const std::string blocks = reports::determinism_blocks(record.determinism, style) +
                               reports::real_blocks(record, style) +
                               reports::regress_blocks(record, style, options.verbose) +
                               reports::violation_blocks(record, style, options.verbose);
    text += blocks + (blocks.empty() ? "" : "\n");
    return text + closing_lines(record, directory, options.verbose);
}

}  // namespace

ExitCode run(const RunOptions& options) {
    if (options.real.on) {
        return run_real(options);
    }
    Loaded loaded = load(options.scenarios, options.filter);
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    override_search(loaded.scenarios, options);
    const std::vector<harness::Cell> cells = harness::plan(loaded.scenarios);
    reports::RunRecord record = new_record(options, cells);
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
            .on_searched = passing_on(check.get())};
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
    std::fputs(text_of(record, directory, options).c_str(), stdout);
    tell_actions(record);
    if (!record.real.trouble.empty() && !record.interrupted) {
        tell_no_server(record.real.trouble);
    }
    return exit_code_of(record, ExitCode::bad_data);
}

}  // namespace onceproof::cli
