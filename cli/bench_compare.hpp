#pragma once

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"

namespace onceproof::cli {

/// `onceproof bench --compare BASE`: measures with both programs in turn and judges.
ExitCode bench_compare(const BenchOptions& options);

}  // namespace onceproof::cli
