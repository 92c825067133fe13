#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenario.hpp"
#include "harness/tracer.hpp"
#include "model/explore/cause.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// How likely the violation of `traced`, a run of `world`, was behind each step of its trace: the
/// share of `cases` random continuations that come to it. They are always the same ones. A
/// continuation may meet any fault of the scenario that the run's budget still has; in timed order
/// it has latencies of its own, and the faults their rates.
std::vector<double> bug_probability(
    world::World& world, const TracedReplay& traced, std::uint64_t cases
);

/// What the violation of `traced`, a run of `world`, comes from.
explore::Cause cause_of(world::World& world, const TracedReplay& traced, const Scenario& scenario);

/// The same in sentences, one a line: which faults are needed, and whether fewer pre-emptions are
/// enough. Ends with a newline.
std::string cause_text(const explore::TransitionSystem& system, const explore::Cause& cause);

}  // namespace onceproof::harness
