#pragma once

#include "model/explore/replay.hpp"
#include "model/world/store_contents.hpp"
#include "model/world/store_log.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// All that the stores of a run saw, and what they held at its end.
struct LoggedRun {
    world::StoreLog log;
    world::StoreContents contents;
};

/// Repeats a run on `world` and writes down what its stores see; the last event is a FaultsEnd at
/// the time of `contents`.
LoggedRun log_run(world::World& world, const explore::ReplayRequest& request);

}  // namespace onceproof::harness
