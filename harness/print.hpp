#pragma once

#include <string>

#include "harness/scenario.hpp"

namespace onceproof::harness {

/// The scenario as a file that stands alone: `extends` and the sweep point resolved, every key
/// written out. Ends with a newline. Decoding it gives an equal scenario, without the sweep.
std::string print(const Scenario& scenario);

/// What the world of one cell depends on, in a stable form for hashing: workload, service, the
/// strategy with its options, budget and faults, guarantees, settle. Titles, tags, expectations and
/// limits are not in it.
std::string canonical(const Scenario& scenario, const StrategyUse& use);

}  // namespace onceproof::harness
