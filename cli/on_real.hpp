#pragma once

#include <span>
#include <string>

#include "cli/exit_code.hpp"
#include "harness/cell.hpp"
#include "model/explore/replay.hpp"
#include "model/world/config.hpp"
#include "model/world/world.hpp"
#include "reports/record.hpp"

namespace onceproof::cli {

/// Plays a run on real servers and prints what came of it. Returns `code`, unless a server did
/// something else (not_deterministic) or there is none (backend).
ExitCode play_on_real(
    world::World& world,
    const world::Config& config,
    const explore::ReplayRequest& request,
    ExitCode code
);

/// Tells on standard error, in one line, why there are no real servers.
void tell_no_server(const std::string& why);

/// Plays every counterexample of a run on real servers, and tells on standard error how far that
/// is. Results of a run that was interrupted stay as they are.
void confirm_on_real(
    std::span<const harness::Cell> cells, reports::RunRecord& record, bool show_progress
);

}  // namespace onceproof::cli
