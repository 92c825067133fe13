#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/case_range.hpp"
#include "harness/scenario.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/sample.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

class SpareThreads;

/// What the cases came to.
struct TimedCases {
    explore::SampleResult sample;
    std::size_t slowest_recovery = 0;  ///< as `World::slowest_recovery`, over all worlds
};

/// How to run the cases of a timed scenario.
struct TimedRun {
    std::uint64_t seed = 0;            ///< each case has its own by it
    SpareThreads* spare = nullptr;     ///< may help, each with a world of its own; null: nobody
    const StrategyUse* use = nullptr;  ///< whose world it is; needed for help
    CaseRange range = {};              ///< which cases
    explore::Limits limits;
};

/// The most faults that strike one timed run: the sum of what each `[[fault]]` allows.
std::size_t faults_max(const Scenario& scenario);

/// With what probability faults strike where they are offered, by outcome code.
std::array<double, 256> rates_of(const world::World& world);

/// Runs these cases of the scenario in timed order on `world` and others like it. The result does
/// not depend on how many share the work, unless `limits.should_stop` ends it.
TimedCases run_timed_cases(world::World& world, const Scenario& scenario, const TimedRun& run);

}  // namespace onceproof::harness
