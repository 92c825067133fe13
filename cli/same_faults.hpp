#pragma once

#include <string>

#include "cli/commands.hpp"
#include "harness/cell.hpp"
#include "model/explore/token.hpp"

namespace onceproof::cli {

/// "crash-anywhere / dedup-table/published  workload.effect = external", and the scenario's title
/// in a line below.
std::string head_of(const harness::Cell& cell);

/// Says on standard error why a token or a name is refused.
ExitCode refuse(ExitCode code, const std::string& why);

/// `replay TOKEN --strategy`: searches whether the faults of the token, which is one of `recorded`,
/// break another strategy of its scenario, and prints what that comes to.
ExitCode replay_on_other(
    const ReplayOptions& options, const harness::Cell& recorded, const explore::Token& token
);

}  // namespace onceproof::cli
