#include "reports/compare.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "reports/grid.hpp"

namespace onceproof::reports {
namespace {

using CellKey = std::tuple<std::string, std::string, std::map<std::string, std::string>>;

CellKey key_of(const CellResult& cell) {
    return {cell.scenario, cell.strategy, cell.point};
}

std::map<CellKey, const CellResult*> cells_of(const RunRecord& record) {
    std::map<CellKey, const CellResult*> cells;
    for (const CellResult& cell : record.cells)
        cells.emplace(key_of(cell), &cell);
    return cells;
}

const GuaranteeResult* find(const CellResult* cell, const std::string& guarantee) {
    if (cell == nullptr) return nullptr;
    const auto found = std::ranges::find(cell->guarantees, guarantee, &GuaranteeResult::guarantee);
    return found == cell->guarantees.end() ? nullptr : &*found;
}

bool is_safe(Verdict verdict) {
    return verdict == Verdict::proved || verdict == Verdict::held;
}

/// The counts of one strategy, and the scenarios that it did not survive.
struct StrategyTally {
    StrategyChange change;
    std::set<std::string> scenarios;
    std::set<std::string> broken;
};

class Comparer {
public:
    explicit Comparer(Comparison& comparison) : comparison_(comparison) {}

    void add(const CellResult& cell, const CellResult* base, StrategyTally& tally) {
        tally.scenarios.insert(cell.scenario);
        if (cell.verdict() == Verdict::violated || cell.verdict() == Verdict::inconclusive) {
            tally.broken.insert(cell.scenario);
        }
        for (const GuaranteeResult& result : cell.guarantees) {
            add({&cell, &result, find(base, result.guarantee)}, tally.change);
        }
    }

private:
    void add(const ComparedResult& one, StrategyChange& change) {
        const Verdict now = one.result->verdict;
        const bool was_violated = one.base != nullptr && one.base->verdict == Verdict::violated;
        if (now == Verdict::violated && was_violated) {
            ++change.still;
            comparison_.still.push_back(one);
        } else if (now == Verdict::violated) {
            ++change.appeared;
            comparison_.appeared.push_back(one);
        } else if (is_safe(now) && was_violated) {
            ++change.fixed;
            comparison_.fixed.push_back(one);
        } else if (now == Verdict::inconclusive && one.base != nullptr &&
                   (was_violated || is_safe(one.base->verdict))) {
            comparison_.undecided.push_back(one);
        }
    }

    Comparison& comparison_;
};

}  // namespace

Comparison compare(const RunRecord& base, const RunRecord& now) {
    Comparison comparison;
    const auto before = cells_of(base);
    std::map<std::string, StrategyTally> tallies;
    Comparer comparer(comparison);
    std::size_t common = 0;
    for (const CellResult& cell : now.cells) {
        const auto same = before.find(key_of(cell));
        const CellResult* base_cell = same == before.end() ? nullptr : same->second;
        common += base_cell == nullptr ? 0 : 1;
        comparer.add(cell, base_cell, tallies[cell.strategy]);
    }
    comparison.only_now = now.cells.size() - common;
    comparison.only_base = before.size() - std::min(before.size(), common);
    for (const std::string& strategy : grid_of(now).strategies) {
        StrategyTally& tally = tallies[strategy];
        tally.change.strategy = strategy;
        tally.change.scenarios = tally.scenarios.size();
        tally.change.survived = tally.scenarios.size() - tally.broken.size();
        comparison.strategies.push_back(tally.change);
    }
    return comparison;
}

}  // namespace onceproof::reports
