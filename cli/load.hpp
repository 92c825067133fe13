#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "harness/scenario.hpp"

namespace onceproof::cli {

/// Scenarios that were asked for, or why there are none (already told on standard error).
struct Loaded {
    std::vector<harness::Scenario> scenarios;
    ExitCode trouble = ExitCode::ok;
};

/// Reads scenario files, directories and patterns; without arguments the folder `scenarios`. With a
/// `filter`, only the cells that it selects are left; that there must be some.
Loaded load(const std::vector<std::string>& arguments, const std::string& filter = "");

}  // namespace onceproof::cli
