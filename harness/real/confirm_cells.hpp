#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "harness/cell.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// How counterexamples are played on real servers.
struct ConfirmOptions {
    std::function<bool()> should_stop = {};  ///< the user's interrupt; empty: never
    /// Before each one: so many of `all` are done. Empty: nobody is told.
    std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// Plays every counterexample in `results`, which belong to `cells` one by one, on real servers and
/// writes down in it what came of it.
///
/// Ends early, and says so in `trouble`, if a server is missing or dies, or if it is stopped.
reports::RealServers confirm_cells(
    std::span<const Cell> cells,
    std::span<reports::CellResult> results,
    const ConfirmOptions& options
);

}  // namespace onceproof::harness
