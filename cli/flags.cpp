#include "cli/flags.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <system_error>

namespace onceproof::cli {
namespace {

/// "5%", "0.5%" or "5".
double percent_from(std::string text) {
    if (text.ends_with('%')) {
        text.pop_back();
    }
    double percent = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, percent);
    if (error != std::errc{} || stop != end || !(percent >= 0) || percent > 100) {
        throw CLI::ValidationError("--check-determinism", "a percentage from 0% to 100%");
    }
    return percent;
}

}  // namespace

void add_text_flags(CLI::App& command, TextFlags& flags) {
    command.add_option("--color", flags.color, "Colour the output")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->envname("ONCEPROOF_COLOR");
    command.add_flag("--ascii", flags.ascii, "No character beyond ASCII");
}

void add_filter(CLI::App& command, std::string& filter) {
    command.add_option(
        "-f,--filter",
        filter,
        "Only the cells it selects: 'tag:ci & strategy:two-level & !fault:clock-step'"
    );
}

void add_strategy(CLI::App& command, std::string& strategy) {
    command.add_option(
        "--strategy",
        strategy,
        "Put this strategy or strategy/preset in place of those that the scenarios use"
    );
}

void add_jobs(CLI::App& command, std::size_t& jobs) {
    command.add_option("-j,--jobs", jobs, "Threads (one per core)")
        ->check(CLI::Range(1, 1024))
        ->envname("ONCEPROOF_JOBS");
}

void add_shard(CLI::App& command, RunOptions& options) {
    CLI::Option* shard =
        command
            .add_option(
                "--shard",
                options.shard,
                "Only this part of the plan, for `merge`: 3/16, or auto (what the scheduler that "
                "started it says)"
            )
            ->type_name("K/N|auto")
            ->envname("ONCEPROOF_SHARD");
    command
        .add_option(
            "--divide",
            options.divide,
            "Cells that shards divide though they are searched exhaustively: a filter (none)"
        )
        ->needs(shard);
}

void add_real(CLI::App& command, RealOptions& options) {
    CLI::Option* on =
        command
            .add_option_function<std::string>(
                "--on",
                [&options](const std::string& where) { options.on = where == "real"; },
                "real: threads call on throw-away servers while the faults strike at random"
            )
            ->check(CLI::IsMember({"real", "simulator"}))
            ->excludes(command.get_option("--shard"));
    command.add_option("--for", options.duration, "Chaos on each cell for so long (30s)")
        ->needs(on);
    command.add_option("--threads", options.desks, "Logical requests at once (8)")
        ->check(CLI::Range(1, 96))
        ->needs(on);
    command
        .add_option(
            "--scale",
            options.scale,
            "Divide all durations by it (so that a caller waits 250 ms, at most 1000)"
        )
        ->check(CLI::Range(1, 1'000'000))
        ->needs(on);
}

void add_determinism(CLI::App& command, double& percent) {
    command
        .add_option_function<std::string>(
            "--check-determinism",
            [&percent](const std::string& text) { percent = percent_from(text); },
            "Share of the cases that is run once more, in another process, and compared event by "
            "event (1%; 0%: none)"
        )
        ->type_name("P%")
        ->envname("ONCEPROOF_CHECK_DETERMINISM");
}

}  // namespace onceproof::cli
