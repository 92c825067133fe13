#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/chaos_text.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/run_parts.hpp"
#include "cli/version.hpp"
#include "harness/campaign.hpp"
#include "harness/real/chaos.hpp"
#include "harness/real/chaos_record.hpp"
#include "model/base/text.hpp"
#include "reports/outcome.hpp"
#include "reports/run_directory.hpp"

namespace onceproof::cli {
namespace {

/// The seed in a number that another run can be given; one from the clock if the user gave none.
std::uint64_t seed_of(const RunOptions& options) {
    if (options.seed != 0) {
        return options.seed;
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::microseconds(now / std::chrono::microseconds(1)).count()
    );
}

/// One line on standard error, while something takes long.
class Ticker {
public:
    Ticker(bool shown, std::size_t cells) : shown_(shown), cells_(cells) {}
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;
    ~Ticker() { wipe(); }

    void next_cell() { ++cell_; }
    void wipe() const {
        if (shown_) {
            std::fputs("\r\033[K", stderr);
        }
    }
    void show(const harness::ChaosProgress& progress) const {
        if (shown_) {
            const std::string text = fmt::format(
                "\r\033[Kcell {} of {}: {}, {}, {} at servers",
                cell_,
                cells_,
                progress.stage,
                counted(progress.requests, "request"),
                counted(progress.faults, "fault")
            );
            std::fputs(text.c_str(), stderr);
            std::fflush(stderr);
        }
    }

private:
    bool shown_;
    std::size_t cells_;
    std::size_t cell_ = 0;
};

std::string headline(const reports::RunRecord& record, const std::string& duration) {
    return fmt::format(
        "onceproof {} ({})  seed {}  {} on real servers, {} each\n"
        "The seed decides what strikes, not when servers answer: no two runs are the same.\n\n",
        record.version,
        record.commit,
        record.seed,
        counted(record.cells_planned, "cell"),
        duration
    );
}

class RealRun {
public:
    RealRun(const RunOptions& options, Duration duration, std::vector<harness::Cell> cells)
        : options_(options),
          duration_(duration),
          cells_(std::move(cells)),
          ticker_(!options.no_progress && can_show_progress(), cells_.size()) {}

    ExitCode all() {
        reports::RunRecord record = new_record(options_, cells_);
        record.seed = seed_of(options_);
        record.jobs = options_.real.desks;
        auto created = reports::RunDirectory::create({.out = options_.out}, record);
        if (const auto* error = std::get_if<reports::WriteError>(&created)) {
            return cannot_write(*error);
        }
        auto& directory = std::get<reports::RunDirectory>(created);
        catch_interrupts();
        say(headline(record, options_.real.duration));
        const auto start = std::chrono::steady_clock::now();
        std::optional<reports::WriteError> trouble = run_cells(record, directory);
        record.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        record.interrupted = interrupted();
        say(reports::outcome(record) + "\n");
        if (!trouble.has_value()) {
            trouble = directory.finish(record);
        }
        if (!trouble.has_value()) {
            trouble = reports::write_file(directory.path() / "chaos.txt", all_text_);
        }
        if (trouble.has_value()) {
            return cannot_write(*trouble);
        }
        std::fprintf(stdout, "results  %s\n", directory.path().c_str());
        std::fprintf(stdout, "report   %s\n", (directory.path() / "report.html").c_str());
        return exit_code_of(record, ExitCode::backend);
    }

private:
    std::optional<reports::WriteError> run_cells(
        reports::RunRecord& record, reports::RunDirectory& directory
    ) {
        for (const harness::Cell& cell : cells_) {
            if (interrupted()) {
                break;
            }
            ticker_.next_cell();
            const harness::ChaosResult result = harness::run_chaos(
                cell,
                {.duration = duration_,
                 .seed = record.seed,
                 .desks = options_.real.desks,
                 .factor = options_.real.scale,
                 .should_stop = interrupted,
                 .progress =
                     [this](const auto& progress) {
                         ticker_.show(progress);
                     }}
            );
            record.cells.push_back(harness::record_of(cell, result));
            tell(record.cells.back(), result);
            if (auto trouble = directory.append(record.cells.back())) {
                return trouble;
            }
            if (!result.trouble.empty()) {
                std::fprintf(stderr, "onceproof: %s\n", result.trouble.c_str());
                break;
            }
        }
        return std::nullopt;
    }

    void tell(const reports::CellResult& cell, const harness::ChaosResult& result) {
        ticker_.wipe();
        say(chaos_text(cell, result, style_of(options_.text), true) + "\n");
    }

    void say(const std::string& text) {
        all_text_ += text;
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    }

    const RunOptions& options_;
    Duration duration_;
    std::vector<harness::Cell> cells_;
    Ticker ticker_;
    std::string all_text_;
};

}  // namespace

ExitCode run_real(const RunOptions& options) {
    const std::optional<Duration> duration = parse_duration(options.real.duration);
    if (!duration.has_value() || *duration <= Duration{0}) {
        std::fprintf(
            stderr, "onceproof: --for: no duration: \"%s\"\n", options.real.duration.c_str()
        );
        return ExitCode::usage;
    }
    const Loaded loaded =
        load(options.scenarios, {.filter = options.filter, .strategy = options.strategy});
    if (loaded.trouble != ExitCode::ok) {
        return loaded.trouble;
    }
    tell_left_out(loaded);
    return RealRun(options, *duration, harness::plan(loaded.scenarios)).all();
}

}  // namespace onceproof::cli
