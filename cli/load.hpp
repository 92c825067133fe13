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
    std::vector<std::string> left_out{};  ///< scenarios that the strategy cannot live with, and why
};

/// Parses a filter; empty: it is none, as is told on standard error.
std::optional<harness::Filter> filter_from(const std::string& text);

/// What is meant of the scenarios.
struct Selection {
    std::string filter{};  ///< which cells; empty: all
    /// "name" or "name/preset" of the one that takes the place of those that the files use, in all
    /// scenarios that it can live with; empty: none.
    std::string strategy{};
};

/// Reads scenario files, directories and patterns; without arguments the folder `scenarios`. What
/// is left must be at least one cell.
Loaded load(const std::vector<std::string>& arguments, const Selection& selection = {});

/// Says on standard error which scenarios are left out.
void tell_left_out(const Loaded& loaded);

}  // namespace onceproof::cli
