#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// Commands that make GitHub Actions mark the scenario's line, one line each for at most ten of the
/// distinct failures that are not expected; behind them a notice of how many more there are.
/// (docs.github.com, "Workflow commands for GitHub Actions")
std::string annotations(const RunRecord& record);

}  // namespace onceproof::reports
