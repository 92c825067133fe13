#pragma once

#include <span>

#include "model/world/fault.hpp"
#include "model/world/operation.hpp"

namespace onceproof::world {

/// Whether the rule can strike anything in a world whose actors call only these targets: an
/// operation that goes to one of them, or, for a fault of the environment, a store among them or a
/// process.
bool can_reach(const FaultRule& rule, std::span<const Target> targets);

}  // namespace onceproof::world
