#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The run in one line: whether every expectation is met, with the counts that are not 0 behind it.
/// No newline.
std::string outcome(const RunRecord& record);

/// Whether the run is complete and all of it came out as expected.
bool meets_expectations(const RunRecord& record);

}  // namespace onceproof::reports
