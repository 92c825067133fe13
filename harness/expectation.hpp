#pragma once

#include <string_view>

#include "harness/scenario.hpp"

namespace onceproof::harness {

/// True if the expectation's `where` fits the scenario's sweep point.
bool fits_point(const Expectation& expectation, const Scenario& scenario);

/// The first expectation that speaks of `guarantee` of `use` at the scenario's sweep point; null:
/// safe is expected.
const Expectation* expectation_for(
    const Scenario& scenario, const StrategyUse& use, std::string_view guarantee
);

}  // namespace onceproof::harness
