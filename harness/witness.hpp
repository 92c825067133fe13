#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "harness/cell.hpp"
#include "harness/witness_words.hpp"

namespace onceproof::harness {

/// The next message of the run that is witnessed; empty: there is no more.
using NextMessage = std::function<std::optional<std::string>()>;

/// Runs every case that it is told of once more, on `jobs` threads (at least 1), and compares it
/// event by event with what it was told. Blocks until there is no more. `cells` are those that the
/// run may tell of. Ends early, with its trouble, at a message or a cell that it does not know.
Statement witness(std::span<const Cell> cells, std::size_t jobs, const NextMessage& next);

}  // namespace onceproof::harness
