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

}  // namespace

std::vector<reports::Counterexample> draw_counterexamples(
    const reports::RunRecord& record, std::span<const harness::Cell> cells
) {
    const std::vector<reports::DistinctViolation> violations = reports::distinct_violations(record);
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
