#pragma once

#include <cstdint>
#include <vector>

#include "harness/tracer.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// How likely the violation of `traced`, a run of `world`, was behind each step of its trace: the
/// share of `cases` random continuations that come to it. They are always the same ones. A
/// continuation may meet any fault of the scenario that the run's budget still has.
std::vector<double> bug_probability(
    world::World& world, const TracedReplay& traced, std::uint64_t cases
);

}  // namespace onceproof::harness
