#include "harness/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "harness/spare_threads.hpp"

namespace onceproof::harness {

std::vector<Cell> plan(std::span<const Scenario> scenarios) {
    std::vector<Cell> cells;
    for (const Scenario& scenario : scenarios) {
        for (const StrategyUse& use : scenario.strategies) {
            cells.push_back({&scenario, &use});
        }
    }
    return cells;
}

std::vector<reports::CellResult> run_cells(
    std::span<const Cell> cells,
    std::size_t jobs,
    const SearchOptions& options,
    const OnCell& on_cell
) {
    std::vector<std::optional<reports::CellResult>> results(cells.size());
    std::atomic<std::size_t> next{0};
    std::mutex telling;
    const std::size_t count = std::max<std::size_t>(jobs, 1);
    SpareThreads spare(count);
    SearchOptions shared = options;
    shared.spare = count > 1 ? &spare : nullptr;
    const auto run_all = [&] {
        for (std::size_t index = next++; index < cells.size(); index = next++) {
            if (options.should_stop && options.should_stop()) {
                return;
            }
            results[index] = run_cell(cells[index], shared);
            const std::lock_guard lock(telling);
            on_cell(index, *results[index]);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back([&] {
                run_all();
                spare.serve();
            });
        }
    }
    std::vector<reports::CellResult> finished;
    for (std::optional<reports::CellResult>& result : results) {
        if (result.has_value()) {
            finished.push_back(std::move(*result));
        }
    }
    return finished;
}

}  // namespace onceproof::harness
