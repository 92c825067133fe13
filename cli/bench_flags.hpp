#pragma once

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}  // namespace CLI

namespace onceproof::cli {

/// Adds the command `bench` with all its flags; it sets `options` and, when run, `code`.
void add_bench(CLI::App& app, BenchOptions& options, ExitCode& code);

}  // namespace onceproof::cli
