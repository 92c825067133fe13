#pragma once

#include <string>

#include "model/history/trace.hpp"
#include "reports/lanes.hpp"

namespace onceproof::reports {

/// The run as a table: a row per step, a column for each lane that calls others, and one for what
/// changed and what happened in the stores by itself. Texts wrap in their columns. Empty if the
/// width leaves a column too little.
std::string columns(const history::Trace& trace, const LanesOptions& options);

}  // namespace onceproof::reports
