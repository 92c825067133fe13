#pragma once

#include "reports/record.hpp"

namespace onceproof::cli {

/// In a job of GitHub Actions (GITHUB_ACTIONS is "true"): prints the annotations of the run to
/// standard output, and adds its summary to the file that GITHUB_STEP_SUMMARY names, within what
/// GitHub takes. A summary that cannot be written is told on standard error and changes nothing
/// else. Elsewhere it does nothing.
void tell_actions(const reports::RunRecord& record);

}  // namespace onceproof::cli
