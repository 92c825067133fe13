#pragma once

#include <string>
#include <vector>

#include "harness/shard_set.hpp"
#include "reports/record.hpp"

namespace onceproof::harness {

/// Shards as one run.
struct MergedRun {
    reports::RunRecord record;
    std::vector<std::string> trouble;  ///< why some divided cells cannot be merged; empty: all are
};

/// The run that shards without trouble are: the cells in plan order, each judged as if one process
/// had searched it. What is missing is told in it, and decides nothing. It has the counterexamples
/// of all shards, each token once. Reads the files of states in the shards' folders.
MergedRun merge_shards(const ShardSet& shards);

}  // namespace onceproof::harness
