#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The run as Markdown: the outcome in words, the matrix, one section per unexpected violation with
/// its replay command. For summary.md and a CI job's step summary.
std::string summary(const RunRecord& record);

}  // namespace onceproof::reports
