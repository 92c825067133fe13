#pragma once

#include <span>
#include <string>

#include "model/explore/exhaustive.hpp"

namespace onceproof::harness {

/// What an exhaustive search that came to a limit has covered, for a guarantee that it did not see
/// broken: "proved with up to 1 fault (445 states, 1152 transitions); with up to 2 faults 100
/// states and 230 transitions".
///
/// `proves` is false if what was searched whole proves nothing, since a fault never struck in it.
std::string covered_text(std::span<const explore::BudgetCounts> budgets, bool proves);

}  // namespace onceproof::harness
