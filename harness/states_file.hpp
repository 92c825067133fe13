#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "model/explore/portion.hpp"

namespace onceproof::harness {

// The states that a shard has seen of a cell whose search is divided.

using SeenStates = explore::Seen;

/// The content of their file: "onceproof-states 1" and a newline; the number of menus (8 bytes),
/// and for each how many options it has (8 bytes) and their outcomes (a byte each); then for each
/// fault budget its number and how many states it has (8 bytes each), and the states in order:
/// fingerprint (16 bytes) and number of the menu (2 bytes). All numbers begin with their lowest
/// byte.
std::string states_bytes(const SeenStates& seen);

/// What all shards together have seen within one fault budget.
struct UnitedBudget {
    std::size_t fault_budget = 0;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    explore::OutcomeCounts outcomes{};  ///< of these
};

/// Unites such files, each read once from its beginning to its end, a piece at a time. Otherwise
/// what is wrong with one of them.
std::variant<std::vector<UnitedBudget>, std::string> united(std::span<const std::string> files);

}  // namespace onceproof::harness
