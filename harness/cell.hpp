#pragma once

#include <functional>
#include <optional>

#include "harness/case_range.hpp"
#include "harness/scenario.hpp"
#include "harness/shard_number.hpp"
#include "harness/states_file.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/team.hpp"
#include "model/world/config.hpp"
#include "model/world/world.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

class SpareThreads;

/// One scenario (at one sweep point) with one strategy. Points into the plan that it belongs to.
struct Cell {
    const Scenario* scenario = nullptr;
    const StrategyUse* use = nullptr;
    std::optional<CaseRange> range = {};  ///< of its cases only these; empty: all
    /// Exhaustive: only the runs whose first fault is that shard's, and those without; empty: all.
    std::optional<ShardNumber> portion = {};

    [[nodiscard]] bool is_whole() const { return !range.has_value() && !portion.has_value(); }
};

/// Told of a cell that has just been searched in `world`, which may be used further.
using OnSearched =
    std::function<void(const Cell& cell, world::World& world, const reports::CellResult& result)>;

/// Keeps the states that a portion of a cell has seen; the name of their file, or nothing if that
/// was not possible.
using KeepStates = std::function<std::string(const Cell& cell, const SeenStates& states)>;

/// How cells are searched.
struct SearchOptions {
    std::uint64_t seed = 0;             ///< root seed of walks
    std::function<bool()> should_stop;  ///< the user's interrupt; empty: never
    explore::Progress* progress = nullptr;
    world::RestoreBy restore_by = world::RestoreBy::snapshot;
    OnSearched on_searched = {};  ///< on the cell's thread; empty: nobody
    KeepStates keep_states = {};  ///< as well

    SpareThreads* spare =
        nullptr;  ///< may help with exhaustive searches and timed cases; null: there are none
    /// They help when a fault budget has more states than this.
    std::uint64_t alone_states = explore::Team::alone_by_default;
};

/// Searches the cell as its scenario says and judges every guarantee: proved, held, violated (with
/// the token of a minimal counterexample) or inconclusive. A strategy whose SQL is beyond the fake
/// gives an `error`, as does code that another thread's world does not repeat.
///
/// Of a range of its cases, or a portion of its runs, `part` tells the rest of what was found, and
/// what says something only of all cases (whether a fault never struck, whether an expected
/// violation shows) is left open.
reports::CellResult run_cell(const Cell& cell, const SearchOptions& options);

}  // namespace onceproof::harness
