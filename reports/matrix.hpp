#pragma once

#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// Scenarios (one row per sweep point) against strategies, each cell with its sign and its
/// verdict's word, and the legend. `!` marks a violation that the scenario expects, `*` an expected
/// one that was not found. Columns that do not fit the width go into a further block below. Ends
/// with a newline.
std::string matrix(const RunRecord& record, const TextStyle& style);

/// The first line of a run: version, seed, scenarios, strategies, cells. Ends with a newline.
std::string headline(const RunRecord& record, const TextStyle& style);

}  // namespace onceproof::reports
