#include "cli/on_real.hpp"

#include <cstdio>

#include "harness/real/confirm.hpp"

namespace onceproof::cli {

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
        std::fflush(stdout);
        std::fprintf(stderr, "onceproof: %s\n", confirmation.text().c_str());
        return ExitCode::backend;
    }
    std::printf("%s\n", confirmation.text().c_str());
    return confirmation.outcome == Outcome::differs ? ExitCode::not_deterministic : code;
}

}  // namespace onceproof::cli
