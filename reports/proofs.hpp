#pragma once

#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// One line per cell in which every guarantee was proved or held: to which bound, over how many
/// states or cases. In plan order; empty if there is none.
std::string proof_lines(const RunRecord& record, const TextStyle& style);

}  // namespace onceproof::reports
