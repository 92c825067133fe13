#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "cli/commands.hpp"
#include "harness/cell.hpp"
#include "harness/shard_number.hpp"
#include "reports/record.hpp"

namespace onceproof::cli {

/// What `--shard auto` finds here; empty: nothing.
std::optional<harness::ShardChoice> detected_shard();

/// Makes the run what `--shard` says, if anything: of `cells` what is the shard's is left, and the
/// record says which it is. Tells on standard error what `auto` found. Where Bazel asks for it,
/// leaves the sign that the program knows of shards. False: that is no shard, as is told.
bool take_shard(
    const RunOptions& options, std::vector<harness::Cell>& cells, reports::RunRecord& record
);

/// Keeps the states that portions of cells have seen in that run's folder.
harness::KeepStates keeping_in(const std::filesystem::path& folder);

}  // namespace onceproof::cli
