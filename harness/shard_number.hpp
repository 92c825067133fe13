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

/// What the variables of GitHub, GitLab, Buildkite, Kubernetes' indexed jobs, Slurm's arrays,
/// GoogleTest and Bazel say; two that disagree are trouble. Empty: none of them is there.
std::optional<ShardChoice> detect_shard(const Variable& variable);

/// Reads "3/16", or "auto": what is detected, which there must be.
ShardChoice choose_shard(std::string_view text, const Variable& variable);

}  // namespace onceproof::harness
