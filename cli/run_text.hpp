#pragma once

#include "cli/terminal.hpp"
#include "reports/record.hpp"
#include "reports/run_directory.hpp"

namespace onceproof::cli {

/// Prints what a run says at its end, on standard output. What a person reads first stands first;
/// what is not as expected is always told in full, what is only if `verbose`.
void tell_run(
    const reports::RunRecord& record,
    const reports::RunDirectory& directory,
    const TextFlags& flags,
    bool verbose
);

}  // namespace onceproof::cli
