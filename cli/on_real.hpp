#pragma once

#include "cli/exit_code.hpp"
#include "model/explore/replay.hpp"
#include "model/world/config.hpp"
#include "model/world/world.hpp"

namespace onceproof::cli {

/// Plays a run on real servers and prints what came of it. Returns `code`, unless a server did
/// something else (not_deterministic) or there is none (backend).
ExitCode play_on_real(
    world::World& world,
    const world::Config& config,
    const explore::ReplayRequest& request,
    ExitCode code
);

}  // namespace onceproof::cli
