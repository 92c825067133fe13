#pragma once

#include <span>
#include <vector>

#include "harness/diagnostic.hpp"
#include "harness/scenario.hpp"

namespace onceproof::harness {

/// What is wrong with the tokens of `[[regress]]`, told where they stand: such that cannot be read,
/// are no cell's of their scenario, or name a guarantee that it does not check. `scenarios` holds
/// every sweep point and every strategy.
std::vector<Diagnostic> check_regress(std::span<const Scenario> scenarios);

}  // namespace onceproof::harness
