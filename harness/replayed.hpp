#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/cell.hpp"
#include "model/explore/replay.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {

/// The one of the cells that the token is of; empty: none.
std::optional<Cell> cell_of(std::span<const Cell> cells, const explore::Token& token);

/// "crash-anywhere / dedup-table/published  workload.effect = external", and the scenario's title
/// in a line below.
std::string head_of(const Cell& cell);

/// What became of the violation that the token recorded; one line with its end. The token's
/// guarantee must be a known one.
std::string outcome_text(const explore::ReplayResult& result, const explore::Token& token);

}  // namespace onceproof::harness
