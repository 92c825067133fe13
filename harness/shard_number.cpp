#include "harness/shard_number.hpp"

#include <array>
#include <charconv>

namespace onceproof::harness {
namespace {

/// How a scheduler tells its jobs which they are.
struct Scheduler {
    const char* name;
    const char* index;
    const char* count;
    std::size_t first;               ///< index of the first job
    const char* first_in = nullptr;  ///< variable with that, if it is not always the same
    const char* step_in = nullptr;   ///< variable with the distance of two indices
};

constexpr std::array<Scheduler, 7> schedulers{{
    // Its workflow has to set them, from `strategy.job-index` and `strategy.job-total`.
    {"GitHub", "STRATEGY_JOB_INDEX", "STRATEGY_JOB_TOTAL", 0},
    {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
    {"Kubernetes", "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0},
    {"Slurm",
     "SLURM_ARRAY_TASK_ID",
     "SLURM_ARRAY_TASK_COUNT",
     0,
     "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
    {"GoogleTest", "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
    {"Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},
}};

std::optional<std::size_t> number_from(std::string_view text) {
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

bool is_valid(const ShardNumber& number) {
    return number.index >= 1 && number.index <= number.count && number.count <= shards_max;
}

ShardChoice refuse(std::string trouble) {
    ShardChoice choice;
    choice.trouble = std::move(trouble);
    return choice;
}

ShardChoice explicit_number(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto index = number_from(text.substr(0, slash));
        const auto count = number_from(text.substr(slash + 1));
        const ShardNumber number{index.value_or(0), count.value_or(0)};
        if (is_valid(number)) return {number, "", ""};
    }
    return refuse(
        "not a shard: \"" + std::string(text) + "\"; write k/n with k from 1 to n, or auto"
    );
}

std::string told(const char* name, const std::optional<std::string>& value) {
    return name + (value.has_value() ? "=" + *value : " is not set");
}

/// What one scheduler says; nothing if the job is none of its.
std::optional<ShardChoice> asked(const Scheduler& scheduler, const Variable& variable) {
    const auto index_text = variable(scheduler.index);
    const auto count_text = variable(scheduler.count);
    if (!index_text.has_value() && !count_text.has_value()) return std::nullopt;
    const std::string name = std::string(scheduler.name) + ": ";
    // GitLab tells each job that it is one of 1, and an index only those of several.
    if (!index_text.has_value() && *count_text == "1") {
        return ShardChoice{{}, name + told(scheduler.count, count_text), ""};
    }
    const std::string said =
        name + told(scheduler.index, index_text) + " " + told(scheduler.count, count_text);
    const auto value_of = [&](const char* name_of_value, std::size_t otherwise) {
        const auto text = name_of_value == nullptr ? std::nullopt : variable(name_of_value);
        return text.has_value() ? number_from(*text) : std::optional(otherwise);
    };
    const auto index = number_from(index_text.value_or(""));
    const auto count = number_from(count_text.value_or(""));
    const auto first = value_of(scheduler.first_in, scheduler.first);
    const auto step = value_of(scheduler.step_in, 1);
    if (!index || !count || !first || !step || *step == 0 || *index < *first ||
        (*index - *first) % *step != 0) {
        return refuse(said + ": that is no shard; write --shard k/n");
    }
    const ShardNumber number{(*index - *first) / *step + 1, *count};
    if (!is_valid(number)) return refuse(said + ": that is no shard; write --shard k/n");
    return ShardChoice{number, said + " (from " + std::to_string(*first) + ")", ""};
}

ShardChoice nothing_detected() {
    std::string names;
    for (const Scheduler& scheduler : schedulers) {
        names += (names.empty() ? "" : ", ") + std::string(scheduler.index);
    }
    return refuse(
        "--shard auto: no scheduler says which shard this is (none of " + names +
        " is set); write --shard k/n"
    );
}

}  // namespace

std::optional<ShardChoice> detect_shard(const Variable& variable) {
    std::optional<ShardChoice> choice;
    for (const Scheduler& scheduler : schedulers) {
        std::optional<ShardChoice> answer = asked(scheduler, variable);
        if (!answer.has_value()) continue;
        if (!answer->trouble.empty()) return answer;
        if (!choice.has_value()) {
            choice = answer;
        } else if (choice->number == answer->number) {
            choice->found += ", " + answer->found;
        } else {
            return refuse(
                choice->found + ", but " + answer->found + ": they disagree; write --shard k/n"
            );
        }
    }
    return choice;
}

ShardChoice choose_shard(std::string_view text, const Variable& variable) {
    if (text != "auto") return explicit_number(text);
    return detect_shard(variable).value_or(nothing_detected());
}

}  // namespace onceproof::harness
