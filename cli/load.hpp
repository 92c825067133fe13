#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "harness/filter.hpp"
#include "harness/scenario.hpp"

namespace onceproof::cli {

/// Scenarios that were asked for, or why there are none (already told on standard error).
struct Loaded {
    std::vector<harness::Scenario> scenarios;
    ExitCode trouble = ExitCode::ok;
};

/// Parses a filter; empty: it is none, as is told on standard error.
std::optional<harness::Filter> filter_from(const std::string& text);

/// Reads scenario files, directories and patterns; without arguments the folder `scenarios`. With a
/// `filter`, only the cells that it selects are left; that there must be some.
Loaded load(const std::vector<std::string>& arguments, const std::string& filter = "");

}  // namespace onceproof::cli
