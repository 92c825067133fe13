#pragma once

#include <string>
#include <vector>

#include "model/history/trace.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// What the picture of a run shows beside the trace.
struct LanesOptions {
    TextStyle style;
    std::vector<double> bug_probability;  ///< per step, 0 to 1; empty: the column is left out
};

/// The run as a column of steps with one lane per actor and store, time running down: every step,
/// every state change, every fault and violation in words, quiet time folded. Texts wrap at the
/// width and are never cut. Ends with a newline.
std::string lanes(const history::Trace& trace, const LanesOptions& options);

}  // namespace onceproof::reports
