#pragma once

#include <cstddef>
#include <string>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace onceproof::cli {

// Flags that several commands have, or that take more than a line.

void add_text_flags(CLI::App& command, TextFlags& flags);
void add_filter(CLI::App& command, std::string& filter);
/// `--strategy` of `run`.
void add_strategy(CLI::App& command, std::string& strategy);
void add_jobs(CLI::App& command, std::size_t& jobs);
void add_shard(CLI::App& command, RunOptions& options);

/// `--on real` of `run` and what belongs to it.
void add_real(CLI::App& command, RealOptions& options);

/// `--check-determinism`, in percent from 0 to 100.
void add_determinism(CLI::App& command, double& percent);

}  // namespace onceproof::cli
