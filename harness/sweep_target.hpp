#pragma once

#include <optional>
#include <string>

#include "harness/problems.hpp"
#include "harness/sweep.hpp"
#include "harness/tree.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// Where `path` leads: a key of workload, service, faults or fault (`fault.1.for`,
/// `fault.stall.for`), or an option of a strategy in use (`strategy.redis-key.ttl`). Empty after a
/// problem at `place`.
std::optional<SweepTarget> sweep_target(
    const std::string& path,
    const Place& place,
    const Table& root,
    const Vocabulary& vocabulary,
    Problems& problems
);

}  // namespace onceproof::harness
