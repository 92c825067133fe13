#pragma once

#include <cstddef>
#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// What GitHub takes as the summary of one step.
inline constexpr std::size_t step_summary_bytes = std::size_t{1} << 20U;

/// The run as Markdown: the outcome in words, the matrix, one section per unexpected violation with
/// its replay command. For summary.md and a CI job's step summary. Parts that would make it longer
/// than `bytes_max` are left out whole and counted.
std::string summary(const RunRecord& record, std::size_t bytes_max = step_summary_bytes);

}  // namespace onceproof::reports
