#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/cell.hpp"
#include "harness/shard_number.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// What results depend on besides the cells.
struct PlanFacts {
    std::uint64_t seed = 0;
    std::string program{};  ///< version and commit
    /// Exhaustive cells that are to be divided; empty: none.
    std::function<bool(const Cell& cell)> divides{};
};

/// Divides the cells of a plan among shards.
///
/// A cell that is searched exhaustively has one shard, by the hash of its name, so that it stays
/// there when others are added; unless the facts say that it is divided: by the first fault of its
/// runs. The cases of any other cell are divided by their numbers. Equal plans have equal
/// `Shard::plan`.
reports::Shard shard_of(
    std::span<const Cell> cells, const ShardNumber& number, const PlanFacts& facts
);

/// What is the shard's of these cells, all of its plan, in plan order.
std::vector<Cell> cells_of(const reports::Shard& shard, std::span<const Cell> cells);

/// The name of a cell in the plan.
std::string planned_name(
    const std::string& scenario,
    const std::string& strategy,
    const std::map<std::string, std::string>& point
);

/// A name for the file with the states of the cell, of no other one in the plan.
std::string states_name(const Cell& cell);

/// Which runs of a divided cell are the shard's, by their first fault: whom it strikes, in what,
/// and how. Of several states that count as one, every shard meets the same in runs without a
/// fault, since one thread goes through these in the same order in all of them.
explore::Portion::IsMine first_faults_of(const ShardNumber& number);

/// What of the cell is the shard's; without cases: nothing. Of a cell that is searched exhaustively
/// all that a shard has counts as one case.
CaseRange share_of(const reports::PlannedCell& cell, const ShardNumber& number);

}  // namespace onceproof::harness
