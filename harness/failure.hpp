#pragma once

#include <string>

#include "harness/scenario.hpp"
#include "model/explore/schedule.hpp"

namespace onceproof::harness {

/// What broke.
struct Broken {
    std::string strategy;  ///< label
    std::string guarantee;
};

/// Sixteen hexadecimal digits that are equal for counterexamples which are one failure: one
/// strategy, one guarantee, the same operations and faults in the same order. Actors count by when
/// they first act, so that the scenario, the sweep point and which of like callers it was do not.
std::string fingerprint_of(const Broken& broken, const explore::Schedule& schedule);

/// The text of a scenario file that stands alone and has no other sweep point: tokens of the
/// scenario's cells replay with it. It expects nothing and claims nothing.
std::string alone(const Scenario& scenario);

}  // namespace onceproof::harness
