#include "cli/on_real.hpp"

#include <cstdio>

#include "cli/interrupt.hpp"
#include "harness/real/confirm.hpp"
#include "harness/real/confirm_cells.hpp"

namespace onceproof::cli {

void tell_no_server(const std::string& why) {
    // What follows the first line is from the server's log.
    const std::string line = why.substr(0, why.find('\n'));
    std::fflush(stdout);
    std::fprintf(stderr, "onceproof: %s; `onceproof doctor` tells what is there\n", line.c_str());
}

ExitCode play_on_real(
    world::World& world,
    const world::Config& config,
    const explore::ReplayRequest& request,
    ExitCode code
) {
    using Outcome = harness::Confirmation::Outcome;
    const harness::LoggedRun run = harness::log_run(world, request);
    harness::RealServers servers;
    const harness::Confirmation confirmation = servers.confirm(config, run);
    if (confirmation.outcome == Outcome::failed) {
        tell_no_server(confirmation.text());
        return ExitCode::backend;
    }
    std::printf("%s\n", confirmation.text().c_str());
    return confirmation.outcome == Outcome::differs ? ExitCode::not_deterministic : code;
}

void confirm_on_real(
    std::span<const harness::Cell> cells, reports::RunRecord& record, bool show_progress
) {
    if (interrupted() || cells.size() != record.cells.size()) {
        return;
    }
    harness::ConfirmOptions options{.should_stop = interrupted};
    if (show_progress) {
        options.on_progress = [](std::size_t done, std::size_t all) {
            std::fprintf(stderr, "\r\033[K%zu of %zu played on real servers", done, all);
            std::fflush(stderr);
        };
    }
    record.real = harness::confirm_cells(cells, record.cells, options);
    if (show_progress) {
        std::fputs("\r\033[K", stderr);
    }
}

}  // namespace onceproof::cli
