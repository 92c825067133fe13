#pragma once

#include <optional>
#include <span>

#include "harness/real/logged_run.hpp"
#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// Does what `run` says on `stores`, one operation at a time, and compares every result and the
/// contents at the end. Empty: everything was as it is in the log.
///
/// A run for which this machine was too slow is played again, with more time, twice.
std::optional<Obstacle> play(
    const world::Config& config, const LoggedRun& run, std::span<RealStore* const> stores
);

}  // namespace onceproof::harness
