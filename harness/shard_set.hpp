#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::harness {

/// What a shard has left.
struct ShardRun {
    std::string folder;  ///< for messages
    reports::RunRecord record;
};

/// Shards that are to be one run.
struct ShardSet {
    std::vector<ShardRun> runs;        ///< by their numbers, none twice
    std::vector<std::string> trouble;  ///< what is no part of that run, or is there twice
    std::vector<std::string> missing;  ///< what the run has and none of them
};

/// Compares the shards with the plan that all of them must have: that of most of them. Each must be
/// there once and have what is its own, neither more nor less. `runs` is not empty.
ShardSet shard_set(std::vector<ShardRun> runs);

}  // namespace onceproof::harness
