#include "harness/merge_shards.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/merge_parts.hpp"
#include "harness/shard.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using reports::CellResult;
using reports::RunRecord;

class Merger {
public:
    explicit Merger(const ShardSet& shards)
        : shards_(shards), plan_(*shards.runs.front().record.shard) {}

    MergedRun run() {
        RunRecord merged = shards_.runs.front().record;
        merged.shard.reset();
        merged.shards = plan_.count;
        merged.missing = shards_.missing;
        merged.interrupted = false;
        merged.cells_planned = plan_.cells.size();
        merged.cells.clear();
        merged.unreadable.clear();
        merged.counterexamples.clear();
        merged.determinism = {};
        merged.real = {};
        merged.jobs = 0;
        for (const ShardRun& run : shards_.runs) {
            add(run.record, merged);
            for (const CellResult& cell : run.record.cells) {
                add(cell, run.folder);
            }
        }
        add_cells(merged);
        return {std::move(merged), std::move(trouble_)};
    }

private:
    struct Parts {
        CellParts cell;
        std::vector<std::string> files;  // of states
    };

    void add(const RunRecord& shard, RunRecord& merged) {
        merged.started = std::min(merged.started, shard.started);
        // They ran side by side.
        merged.seconds = std::max(merged.seconds, shard.seconds);
        merged.jobs += shard.jobs;
        merged.add_findings(shard);
    }

    void add(const CellResult& cell, const std::string& folder) {
        Parts& parts = cells_[planned_name(cell.scenario, cell.strategy, cell.point)];
        parts.cell.parts.push_back(cell);
        if (cell.part.has_value() && !cell.part->states.empty()) {
            parts.files.push_back((std::filesystem::path(folder) / cell.part->states).string());
        }
    }

    void add_cells(RunRecord& merged) {
        for (const reports::PlannedCell& planned : plan_.cells) {
            const auto found = cells_.find(planned.name);
            if (found == cells_.end()) continue;
            Parts& parts = found->second;
            if (planned.shard > 0) {
                ENSURE(parts.cell.parts.size() == 1);
                merged.cells.push_back(parts.cell.parts.front());
                continue;
            }
            parts.cell.missing = lacking(planned, parts.cell.parts.size());
            unite(planned.name, parts);
            merged.cells.push_back(merge_parts(parts.cell));
        }
    }

    void unite(const std::string& name, Parts& parts) {
        if (parts.files.empty()) return;
        const bool alike = parts.cell.parts.front().merged;
        if (!std::ranges::all_of(parts.cell.parts, [&](const CellResult& part) {
                return part.merged == alike;
            })) {
            trouble_.push_back(
                name +
                ": some shards found that callers that look alike are not, so that their "
                "states are other ones; run it undivided"
            );
            return;
        }
        auto all = united(parts.files);
        if (const auto* trouble = std::get_if<std::string>(&all)) {
            trouble_.push_back(*trouble);
        } else {
            parts.cell.united = std::get<std::vector<UnitedBudget>>(std::move(all));
        }
    }

    /// Why a divided cell is not whole; empty: it is.
    [[nodiscard]] std::string lacking(const reports::PlannedCell& planned, std::size_t parts)
        const {
        std::size_t wanted = 0;
        for (std::size_t index = 1; index <= plan_.count; ++index) {
            wanted += share_of(planned, {index, plan_.count}).cases > 0 ? 1 : 0;
        }
        if (parts == wanted) return "";
        return "only " + std::to_string(parts) + " of " + std::to_string(wanted) +
               " shards have their part of " +
               (planned.cases > 0 ? "the " + std::to_string(planned.cases) + " cases" : "it");
    }

    const ShardSet& shards_;
    const reports::Shard& plan_;
    std::map<std::string, Parts> cells_;  // by name in the plan
    std::vector<std::string> trouble_;
};

}  // namespace

MergedRun merge_shards(const ShardSet& shards) {
    ENSURE(!shards.runs.empty());
    return Merger(shards).run();
}

}  // namespace onceproof::harness
