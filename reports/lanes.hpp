#pragma once

#include <string>
#include <vector>

#include "model/history/trace.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// How a run is laid out.
enum class Layout : unsigned char {
    gutter,  ///< one vertical line per lane, the texts beside them
    lanes,   ///< a column of text for each actor, and one for what changed
};

/// What the picture of a run shows beside the trace.
struct LanesOptions {
    TextStyle style;
    std::vector<double> bug_probability;  ///< per step, 0 to 1; empty: the column is left out
    Layout layout = Layout::gutter;
};

/// The run as a column of steps with one lane per actor and store, time running down: every step,
/// every state change, every fault and violation in words, quiet time folded. Texts wrap at the
/// width and are never cut. Columns of text that would be too narrow give way to the gutter. Ends
/// with a newline.
std::string lanes(const history::Trace& trace, const LanesOptions& options);

}  // namespace onceproof::reports
