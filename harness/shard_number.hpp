#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::harness {

/// Which of how many shards; people and files count from 1.
struct ShardNumber {
    std::size_t index = 1;
    std::size_t count = 1;

    friend bool operator==(const ShardNumber&, const ShardNumber&) = default;
};

inline constexpr std::size_t shards_max = 100'000;

/// A variable of the environment by its name; empty: it is not set.
using Variable = std::function<std::optional<std::string>(const char* name)>;

/// What `--shard` came to.
struct ShardChoice {
    ShardNumber number{};
    std::string found{};    ///< auto: "GitLab: CI_NODE_INDEX=3 CI_NODE_TOTAL=16 (from 1)"
    std::string trouble{};  ///< why there is no number; empty: there is one
};

/// Reads "3/16", or "auto": then the variables of GitLab, Buildkite, Kubernetes' indexed jobs,
/// Slurm's arrays, GoogleTest and Bazel decide. Without any of them it is shard 1 of 1, and `found`
/// is empty; two that disagree are trouble.
ShardChoice choose_shard(std::string_view text, const Variable& variable);

}  // namespace onceproof::harness
