#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/compare.hpp"
#include "reports/costs.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// All that is told of two runs.
struct Compared {
    Comparison verdicts;
    std::vector<CostDelta> costs;  ///< empty: not both have figures
    std::vector<Threshold> thresholds;
    std::string replay = "onceproof replay ";  ///< what stands before a token of the new run
};

/// The thresholds that a delta is over.
std::vector<Threshold> over(const CostDelta& delta, const std::vector<Threshold>& thresholds);

/// A line per strategy, then what is new, fixed and no longer decided, then costs. Texts wrap.
std::string compare_text(const Compared& compared, const TextStyle& style);

/// The same as Markdown.
std::string compare_markdown(const Compared& compared);

}  // namespace onceproof::reports
