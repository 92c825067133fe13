#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/cell.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// Draws the run that `token`, one of the cell's, replays. With `continuations` above 0 also how
/// likely the violation was behind each step, by so many of them, and as far as short searches tell
/// what it needs and what the same faults do to other strategies; equal runs are told the same.
/// Empty: the token does not fit the cell.
std::optional<reports::Counterexample> counterexample(
    const Cell& cell, const std::string& token, std::uint64_t continuations
);

}  // namespace onceproof::harness
