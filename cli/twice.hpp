#pragma once

#include <cstddef>
#include <memory>

#include "cli/commands.hpp"
#include "harness/determinism.hpp"

namespace onceproof::cli {

/// Starts the other process that runs cases a second time, on another number of threads than
/// `jobs`. Null: the user wants none.
std::unique_ptr<harness::DeterminismCheck> start_check(const RunOptions& options, std::size_t jobs);

/// What tells `check` (null: nobody) of every searched cell, until the user interrupts.
harness::OnSearched passing_on(harness::DeterminismCheck* check);

}  // namespace onceproof::cli
