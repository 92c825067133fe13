#pragma once

#include <string>

#include "cli/commands.hpp"
#include "harness/cell.hpp"
#include "model/explore/token.hpp"

namespace onceproof::cli {

/// `replay TOKEN --strategy`: searches whether the faults of the token, which is one of `recorded`,
/// break another strategy of its scenario, and prints what that comes to.
ExitCode replay_on_other(
    const ReplayOptions& options, const harness::Cell& recorded, const explore::Token& token
);

}  // namespace onceproof::cli
