#pragma once

#include <cstddef>
#include <vector>

#include "model/explore/replay.hpp"
#include "model/history/trace.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// A run repeated with everything written down.
struct TracedReplay {
    explore::ReplayResult result;
    history::Trace trace;
    std::vector<std::size_t>
        numbers;  ///< for each step of `trace`: of which step of the run, from 1
};

/// Repeats a run on `world` and draws it: what was called, what came back, what changed in the
/// stores, which faults struck and which guarantees broke. Lanes on which nothing happened are left
/// out.
TracedReplay trace(world::World& world, const explore::ReplayRequest& request);

}  // namespace onceproof::harness
