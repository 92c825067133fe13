#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The gaps that the run's expectations name, a line of Markdown each with its sentence; empty:
/// there is none.
std::string window_lines(const RunRecord& record);

}  // namespace onceproof::reports
