#pragma once

#include <string>

#include "reports/compare_text.hpp"

namespace onceproof::reports {

/// All that is told of two runs, as one line of JSON for report.html: the base run, the strategies,
/// what is new, fixed and no longer decided, and costs with their intervals.
std::string compare_json(const RunRecord& base, const Compared& compared);

}  // namespace onceproof::reports
