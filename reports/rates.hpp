#pragma once

#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// A share of 1 in percent, with two decimals and two digits that count at least: "2.46 %",
/// "0.80 %", "0.015 %".
std::string percent_text(double share);

/// "2.46 % of 5000 cases (95 %: 2.05 to 2.94 %)"; without a violation "5000 cases; rate below
/// 0.06 % at 95 %".
std::string rate_text(const Rate& rate);

/// What share of the cases of each timed cell broke each guarantee, a line each; one line for a
/// cell in which none broke. Empty without timed cells.
std::string rate_lines(const RunRecord& record, const TextStyle& style);

/// The same as a section of Markdown; empty without timed cells.
std::string rate_section(const RunRecord& record);

}  // namespace onceproof::reports
