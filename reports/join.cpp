#include "reports/join.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

std::string build_of(const RunRecord& run) {
    return run.executable + " " + run.version + (run.commit.empty() ? "" : " (" + run.commit + ")");
}

/// Why a run cannot stand beside the first one; empty: it can.
std::string trouble_of(const StoredRun& first, const StoredRun& run) {
    if (run.record.shard.has_value()) {
        return run.folder + " is one shard of a run; `onceproof merge` makes one run of all shards";
    }
    const std::string expected = build_of(first.record);
    const std::string found = build_of(run.record);
    if (expected == found) return "";
    return run.folder + " is a run of " + found + ", " + first.folder + " one of " + expected +
           "; `onceproof compare` sets two builds side by side";
}

/// A cell that two of the runs have.
std::string common_cell(const std::vector<StoredRun>& runs) {
    using Name = std::tuple<std::string, std::string, std::map<std::string, std::string>>;
    std::map<Name, const std::string*> owners;
    for (const StoredRun& run : runs) {
        for (const CellResult& cell : run.record.cells) {
            const auto [owner, added] =
                owners.try_emplace({cell.scenario, cell.strategy, cell.point}, &run.folder);
            if (added) continue;
            return cell.scenario + " / " + cell.strategy + " is in " + *owner->second + " and in " +
                   run.folder + "; `onceproof compare` sets two runs of a cell side by side";
        }
    }
    return "";
}

void add(RunRecord& all, StoredRun& run) {
    RunRecord& record = run.record;
    all.joined.push_back(
        {.folder = run.folder,
         .started = record.started,
         .seed = record.seed,
         .arguments = std::move(record.arguments),
         .environment = std::move(record.environment)}
    );
    all.seconds += record.seconds;
    all.jobs = std::max(all.jobs, record.jobs);
    all.interrupted = all.interrupted || record.interrupted;
    all.cells_planned += record.cells_planned;
    for (StrategyFacts& strategy : record.strategies) {
        const auto& known = all.strategies;
        if (std::ranges::find(known, strategy.label, &StrategyFacts::label) == known.end())
            all.strategies.push_back(std::move(strategy));
    }
    if (all.guarantees.empty()) all.guarantees = std::move(record.guarantees);
    all.add_findings(record);
    std::ranges::move(record.cells, std::back_inserter(all.cells));
    for (const std::string& part : record.unreadable)
        all.unreadable.push_back(run.folder + ": " + part);
    for (const std::string& part : record.missing)
        all.missing.push_back(run.folder + ": " + part);
}

}  // namespace

void keep_distinct(RunRecord& record) {
    std::vector<Counterexample> kept;
    for (const DistinctViolation& violation : distinct_violations(record)) {
        const auto drawn = std::ranges::find(
            record.counterexamples, violation.result->token, &Counterexample::token
        );
        if (drawn != record.counterexamples.end()) kept.push_back(*drawn);
    }
    record.counterexamples = std::move(kept);
}

std::variant<RunRecord, std::string> join(std::vector<StoredRun> runs) {
    if (runs.size() == 1) return std::move(runs.front().record);
    for (const StoredRun& run : runs) {
        std::string trouble = trouble_of(runs.front(), run);
        if (!trouble.empty()) return trouble;
    }
    std::string trouble = common_cell(runs);
    if (!trouble.empty()) return trouble;
    RunRecord all;
    all.version = runs.front().record.version;
    all.commit = runs.front().record.commit;
    all.executable = runs.front().record.executable;
    all.started = runs.front().record.started;
    all.seed = runs.front().record.seed;
    all.jobs = 0;
    for (StoredRun& run : runs)
        add(all, run);
    keep_distinct(all);
    return all;
}

}  // namespace onceproof::reports
