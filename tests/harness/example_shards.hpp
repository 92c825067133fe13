#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/campaign.hpp"
#include "harness/merge_shards.hpp"
#include "harness/shard.hpp"
#include "harness/shard_set.hpp"
#include "tests/harness/example_cells.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {

inline bool divides_all(const Cell&) {
    return true;
}

/// Runs the scenarios as that shard; exhaustive cells are divided. The folder is for its states.
inline ShardRun run_shard(
    const std::vector<Scenario>& scenarios,
    const ShardNumber& number,
    const testing::TemporaryFolder& folder
) {
    const std::vector<Cell> cells = plan(scenarios);
    ShardRun run;
    run.folder = folder.path(std::to_string(number.index));
    run.record.version = "1";
    run.record.started = "2026";
    run.record.shard = shard_of(cells, number, {.seed = 3, .divides = divides_all});
    const std::vector<Cell> mine = cells_of(*run.record.shard, cells);
    run.record.cells_planned = mine.size();
    SearchOptions options;
    options.seed = 3;
    options.keep_states = [&](const Cell& cell, const SeenStates& seen) {
        folder.write(std::to_string(number.index) + "/" + states_name(cell), states_bytes(seen));
        return states_name(cell);
    };
    run.record.cells = run_cells(mine, 1, options, [](std::size_t, const auto&) {});
    return run;
}

/// All shards, in the wrong order.
inline std::vector<ShardRun> run_shards(
    const std::vector<Scenario>& scenarios,
    std::size_t count,
    const testing::TemporaryFolder& folder
) {
    std::vector<ShardRun> runs;
    for (std::size_t index = count; index > 0; --index) {
        runs.push_back(run_shard(scenarios, {index, count}, folder));
    }
    return runs;
}

/// What one process says of the same.
inline std::vector<reports::CellResult> run_whole(const std::vector<Scenario>& scenarios) {
    SearchOptions options;
    options.seed = 3;
    return run_cells(plan(scenarios), 1, options, [](std::size_t, const auto&) {});
}

}  // namespace onceproof::harness
