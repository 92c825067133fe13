#include "harness/shard_number.hpp"

#include <map>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using Variables = std::map<std::string, std::string>;

ShardChoice choose(std::string_view text, const Variables& variables = {}) {
    return choose_shard(text, [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

ShardNumber detected(const Variables& variables) {
    const ShardChoice choice = choose("auto", variables);
    CHECK(choice.trouble.empty());
    CHECK_FALSE(choice.found.empty());
    return choice.number;
}

TEST_CASE("shard number: k/n counts from 1", "[harness]") {
    CHECK(choose("3/16").number == ShardNumber{3, 16});
    CHECK(choose("1/1").number == ShardNumber{1, 1});
    for (const char* wrong : {"", "3", "0/3", "4/3", "3/", "/3", "a/b", "1/2/3", "-1/3", " 1/3"}) {
        CAPTURE(wrong);
        CHECK_FALSE(choose(wrong).trouble.empty());
    }
    CHECK(choose("4/3").trouble == "not a shard: \"4/3\"; write k/n with k from 1 to n, or auto");
}

TEST_CASE("shard number: each scheduler's variables are read as it counts", "[harness]") {
    CHECK(detected({{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "16"}}) == ShardNumber{3, 16});
    CHECK(
        detected({{"STRATEGY_JOB_INDEX", "3"}, {"STRATEGY_JOB_TOTAL", "4"}}) == ShardNumber{4, 4}
    );
    CHECK(
        detected({{"BUILDKITE_PARALLEL_JOB", "0"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "4"}}) ==
        ShardNumber{1, 4}
    );
    CHECK(detected({{"JOB_COMPLETION_INDEX", "7"}, {"JOB_COMPLETIONS", "8"}}) == ShardNumber{8, 8});
    CHECK(detected({{"GTEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "2"}}) == ShardNumber{2, 2});
    CHECK(detected({{"TEST_SHARD_INDEX", "1"}, {"TEST_TOTAL_SHARDS", "3"}}) == ShardNumber{2, 3});
    CHECK(
        choose("auto", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "16"}}).found ==
        "GitLab: CI_NODE_INDEX=3 CI_NODE_TOTAL=16 (from 1)"
    );
}

TEST_CASE("shard number: a Slurm array may begin anywhere and have steps", "[harness]") {
    Variables slurm{
        {"SLURM_ARRAY_TASK_ID", "5"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_COUNT", "8"},
        {"SLURM_ARRAY_TASK_STEP", "1"}};
    CHECK(detected(slurm) == ShardNumber{5, 8});
    slurm.at("SLURM_ARRAY_TASK_STEP").assign(1, '2');
    CHECK(detected(slurm) == ShardNumber{3, 8});
    slurm.at("SLURM_ARRAY_TASK_ID").assign(1, '6');
    CHECK_FALSE(choose("auto", slurm).trouble.empty());
}

TEST_CASE("shard number: without a scheduler auto is refused", "[harness]") {
    CHECK_FALSE(detect_shard([](const char*) { return std::nullopt; }).has_value());
    CHECK(
        choose("auto").trouble ==
        "--shard auto: no scheduler says which shard this is (none of STRATEGY_JOB_INDEX, "
        "CI_NODE_INDEX, BUILDKITE_PARALLEL_JOB, JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID, "
        "GTEST_SHARD_INDEX, TEST_SHARD_INDEX is set); write --shard k/n"
    );
}

TEST_CASE("shard number: a job that is not one of several is the only shard", "[harness]") {
    const ShardChoice choice = choose("auto", {{"CI_NODE_TOTAL", "1"}});
    CHECK(choice.number == ShardNumber{1, 1});
    CHECK(choice.found == "GitLab: CI_NODE_TOTAL=1");
    CHECK(
        choose("auto", {{"JOB_COMPLETIONS", "16"}}).trouble ==
        "Kubernetes: JOB_COMPLETION_INDEX is not set JOB_COMPLETIONS=16: that is no shard; write "
        "--shard k/n"
    );
}

TEST_CASE("shard number: half of the variables, or two that disagree, are refused", "[harness]") {
    CHECK(
        choose("auto", {{"JOB_COMPLETION_INDEX", "7"}}).trouble ==
        "Kubernetes: JOB_COMPLETION_INDEX=7 JOB_COMPLETIONS is not set: that is no shard; write "
        "--shard k/n"
    );
    Variables both{
        {"CI_NODE_INDEX", "1"},
        {"CI_NODE_TOTAL", "2"},
        {"TEST_SHARD_INDEX", "0"},
        {"TEST_TOTAL_SHARDS", "2"}};
    CHECK(detected(both) == ShardNumber{1, 2});
    both.at("TEST_SHARD_INDEX").assign(1, '1');
    CHECK(choose("auto", both).trouble.find("they disagree") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::harness
