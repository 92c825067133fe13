#include "cli/twice.hpp"

#include "cli/interrupt.hpp"

namespace onceproof::cli {
namespace {

/// The command line that stands for the options, without the program.
std::vector<std::string> words_of(const WitnessOptions& options) {
    std::vector<std::string> words{"witness", "--jobs", std::to_string(options.jobs)};
    if (!options.filter.empty()) {
        words.push_back("--filter=" + options.filter);
    }
    if (!options.strategy.empty()) {
        words.push_back("--strategy=" + options.strategy);
    }
    words.emplace_back("--");
    words.insert(words.end(), options.scenarios.begin(), options.scenarios.end());
    return words;
}

}  // namespace

std::unique_ptr<harness::DeterminismCheck> start_check(
    const RunOptions& options, std::size_t jobs
) {
    if (options.check_determinism <= 0) {
        return nullptr;
    }
    const WitnessOptions other{
        .scenarios = options.scenarios,
        .filter = options.filter,
        .strategy = options.strategy,
        .jobs = jobs == 1 ? 2 : (jobs + 1) / 2};
    return std::make_unique<harness::DeterminismCheck>(harness::DeterminismRequest{
        .percent = options.check_determinism,
        .seed = options.seed,
        .arguments = words_of(other),
        .should_stop = interrupted});
}

harness::OnSearched passing_on(harness::DeterminismCheck* check) {
    if (check == nullptr) {
        return {};
    }
    return
        [check](const harness::Cell& cell, world::World& world, const reports::CellResult& result) {
            if (!interrupted()) {
                check->check(cell, world, result);
            }
        };
}

}  // namespace onceproof::cli
