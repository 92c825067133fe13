#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The section of the verdicts about one strategy: what it claims, which guarantees hold and where
/// they break, what breaks first, its residual windows. Markdown.
std::string strategy_verdicts(const RunRecord& record, const StrategyFacts& strategy);

}  // namespace onceproof::reports
