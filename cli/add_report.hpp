#pragma once

#include "cli/commands.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace onceproof::cli {

/// Adds the command `report`, which sets `code` when it has run.
void add_report(CLI::App& app, ReportOptions& options, ExitCode& code);

/// Adds the command `merge`, which sets `code` when it has run.
void add_merge(CLI::App& app, MergeOptions& options, ExitCode& code);

/// Adds the command `compare`, which sets `code` when it has run.
void add_compare(CLI::App& app, CompareOptions& options, ExitCode& code);

}  // namespace onceproof::cli
