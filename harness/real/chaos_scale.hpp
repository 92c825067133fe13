#pragma once

#include <cstdint>

#include "harness/scenario.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::harness {

/// How a cell's durations are made short enough to be waited for.
struct ChaosScale {
    std::int64_t factor = 1;  ///< every duration is divided by it
    Duration slack{0};        ///< a machine that is later than this may change what comes first
};

/// The largest factor, up to 1000, that leaves a caller some 250 ms of patience with an attempt,
/// every time of the strategy 100 ms, and 20 ms between any two durations that are not the same: a
/// real server on a busy machine can keep to that. `wanted` above 0: that factor.
ChaosScale chaos_scale(
    const Scenario& scenario, const strategy::Options& options, std::int64_t wanted
);

/// The scenario with every duration divided by `factor`. The drivers' patience stays at least 250
/// ms: a busy machine needs that without any fault.
Scenario shortened(const Scenario& scenario, std::int64_t factor);

/// A strategy's options with every duration divided by `factor`, none below the least that it
/// takes.
strategy::Options shortened(
    const strategy::Info& info, strategy::Options options, std::int64_t factor
);

}  // namespace onceproof::harness
