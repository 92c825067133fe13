#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// The run as SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0): a rule per guarantee, a result
/// per distinct failure at the line of the scenario file that it contradicts, with the history of
/// its smallest counterexample as a thread flow. Failures that a scenario expects are suppressed in
/// source; controls that were missed are results of a rule of their own. Ends with a newline.
std::string sarif(const RunRecord& record);

}  // namespace onceproof::reports
