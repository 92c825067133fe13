#pragma once

#include "cli/commands.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace onceproof::cli {

// Commands for what is outside of this program: projects of one's own, shells, manuals.

void add_init(CLI::App& app, InitOptions& options, ExitCode& code);

/// `completion` and `manual`, which tell of everything that `app` knows when they are called.
void add_completion(CLI::App& app);
void add_manual(CLI::App& app);

}  // namespace onceproof::cli
