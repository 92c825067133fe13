#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/actions.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/run_parts.hpp"
#include "cli/run_text.hpp"
#include "harness/merge_shards.hpp"
#include "model/base/text.hpp"
#include "reports/join.hpp"
#include "reports/run_directory.hpp"
#include "reports/style.hpp"

namespace onceproof::cli {
namespace {

void tell(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        std::fprintf(stderr, "onceproof: %s\n", reports::visible(line).c_str());
    }
}

bool is_one_of(const std::string& out, const std::vector<std::string>& folders) {
    std::error_code ignored;
    return std::ranges::any_of(folders, [&](const std::string& folder) {
        return !out.empty() && std::filesystem::equivalent(out, folder, ignored);
    });
}

std::string success(const harness::ShardSet& shards, const reports::RunRecord& record) {
    const reports::Shard& shard = *shards.runs.front().record.shard;
    std::size_t divided = 0;
    for (const reports::PlannedCell& cell : shard.cells) {
        divided += cell.shard == 0 ? 1 : 0;
    }
    return std::to_string(shards.runs.size()) + " of " + counted(shard.count, "shard") +
           ", same plan " + shard.plan + ", " + counted(shard.cells.size(), "cell") +
           (divided > 0 ? " (" + std::to_string(divided) + " of them divided)" : "") +
           ", nothing twice, " +
           (record.missing.empty() ? "nothing missing" : "PARTIAL: not all is there") + "\n";
}

}  // namespace

ExitCode merge(const MergeOptions& options) {
    if (is_one_of(options.out, options.runs)) {
        tell({options.out + ": cannot be a shard and what they are merged into"});
        return ExitCode::usage;
    }
    std::vector<harness::ShardRun> runs;
    for (const std::string& folder : options.runs) {
        auto read = reports::read_run_directory(folder);
        if (const auto* error = std::get_if<reports::ReadError>(&read)) {
            tell({error->text});
            return error->missing ? ExitCode::io : ExitCode::bad_data;
        }
        runs.push_back({folder, std::get<reports::RunRecord>(std::move(read))});
    }
    const harness::ShardSet shards = harness::shard_set(std::move(runs));
    tell(shards.trouble);
    tell(shards.missing);
    if (!shards.trouble.empty() || (!shards.missing.empty() && !options.partial)) {
        if (shards.trouble.empty()) tell({"--partial merges what is there, and says so"});
        return ExitCode::bad_data;
    }
    harness::MergedRun merged = harness::merge_shards(shards);
    if (!merged.trouble.empty()) {
        tell(merged.trouble);
        return ExitCode::bad_data;
    }
    reports::RunRecord& record = merged.record;
    record.arguments = essential_words(record.arguments);
    reports::keep_distinct(record);
    keep_to_told_time(record);
    auto created = reports::RunDirectory::create({.out = options.out}, record);
    if (const auto* error = std::get_if<reports::WriteError>(&created)) {
        return cannot_write(*error);
    }
    auto& directory = std::get<reports::RunDirectory>(created);
    if (const auto trouble = directory.finish(record)) {
        return cannot_write(*trouble);
    }
    std::fputs(success(shards, record).c_str(), stdout);
    tell_run(record, directory, options.text, options.verbose);
    tell_actions(record);
    return exit_code_of(record, ExitCode::bad_data);
}

}  // namespace onceproof::cli
