#include "cli/drawn.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "cli/interrupt.hpp"
#include "harness/counterexample.hpp"
#include "reports/violations.hpp"

namespace onceproof::cli {
namespace {

constexpr std::uint64_t continuations = 100;

bool is_of(const harness::Cell& cell, const reports::CellResult& result) {
    return cell.scenario->id == result.scenario && cell.use->label() == result.strategy &&
           cell.scenario->point == result.point;
}

struct Violated {
    const reports::CellResult* cell = nullptr;
    const reports::GuaranteeResult* result = nullptr;
};

/// One for each distinct violation, and all of divided cells: which of those stand for others is
/// known only when the other shards are.
std::vector<Violated> to_draw(const reports::RunRecord& record) {
    std::vector<Violated> all;
    for (const reports::DistinctViolation& violation : reports::distinct_violations(record)) {
        all.push_back({violation.cell, violation.result});
    }
    const auto drawn_already = [&](const reports::GuaranteeResult& result) {
        return std::ranges::any_of(all, [&](const Violated& one) {
            return one.result->token == result.token;
        });
    };
    for (const reports::CellResult& cell : record.cells) {
        if (!cell.part.has_value()) continue;
        for (const reports::GuaranteeResult& result : cell.guarantees) {
            if (result.verdict == reports::Verdict::violated && !drawn_already(result)) {
                all.push_back({&cell, &result});
            }
        }
    }
    return all;
}

}  // namespace

std::vector<reports::Counterexample> draw_counterexamples(
    const reports::RunRecord& record, std::span<const harness::Cell> cells
) {
    const std::vector<Violated> violations = to_draw(record);
    std::vector<std::optional<reports::Counterexample>> drawn(violations.size());
    std::atomic<std::size_t> next{0};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(record.jobs, violations.size()); ++i) {
            threads.emplace_back([&] {
                for (std::size_t at = next++; at < violations.size(); at = next++) {
                    const auto cell = std::ranges::find_if(cells, [&](const harness::Cell& one) {
                        return is_of(one, *violations[at].cell);
                    });
                    if (cell == cells.end()) continue;
                    drawn[at] = harness::counterexample(
                        *cell, violations[at].result->token, interrupted() ? 0 : continuations
                    );
                }
            });
        }
    }
    std::vector<reports::Counterexample> all;
    for (std::optional<reports::Counterexample>& one : drawn) {
        if (one.has_value()) all.push_back(*std::move(one));
    }
    return all;
}

}  // namespace onceproof::cli
