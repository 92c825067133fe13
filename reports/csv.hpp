#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The run as CSV (RFC 4180, lines end with a line feed): a head, then a line per cell and
/// guarantee. A cell that could not be run has one line without a guarantee. A text that a
/// spreadsheet would take for a formula has an apostrophe in front.
std::string csv(const RunRecord& record);

}  // namespace onceproof::reports
