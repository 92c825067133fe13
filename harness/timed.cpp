#include "harness/timed.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "harness/spare_threads.hpp"
#include "harness/stage.hpp"
#include "model/explore/timed.hpp"

namespace onceproof::harness {
namespace {

/// Cases are handed out so many at a time.
constexpr std::uint64_t block = 64;

/// A run counts its faults in one byte.
constexpr std::size_t faults_limit = 255;

class Cases {
public:
    Cases(const Scenario& scenario, const TimedRun& run)
        : scenario_(scenario), run_(run), results_((run.range.cases + block - 1) / block) {}

    /// Runs blocks on `world` until none is left. What that throws is kept for `result`.
    void work(world::World& world) {
        try {
            run_blocks(world);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            thrown_ = std::current_exception();
            stopped_ = true;
        }
    }

    /// A helper whose work is done stays: it would only be sent here again.
    void await_end() const { over_.wait(false); }
    void end() {
        over_ = true;
        over_.notify_all();
    }

    /// When nobody works any more. Throws what any of them has thrown.
    TimedCases result() {
        if (thrown_) std::rethrow_exception(thrown_);
        explore::SampleResult all;
        for (const explore::SampleResult& part : results_) {
            all = explore::joined(std::move(all), part);
        }
        if (stopped_) all.ending = explore::Ending::stopped;
        return {std::move(all), slowest_recovery_};
    }

private:
    void run_blocks(world::World& world) {
        const explore::TimedRequest all{
            .seed = run_.seed,
            .fault_budget = faults_max(scenario_),
            .rates = rates_of(world),
            .begin_case = [&](std::uint64_t seed) { world.order_by_time(seed); },
            .limits = run_.limits};
        for (std::size_t index = next_++; index < results_.size() && !stopped_; index = next_++) {
            explore::TimedRequest request = all;
            const std::uint64_t begun = index * block;
            request.first = run_.range.first + begun;
            request.cases = std::min(block, run_.range.cases - begun);
            results_[index] = explore::timed_cases(world, request);
            if (results_[index].ending == explore::Ending::stopped) stopped_ = true;
        }
        const std::lock_guard lock(mutex_);
        slowest_recovery_ = std::max(slowest_recovery_, world.slowest_recovery());
    }

    const Scenario& scenario_;
    const TimedRun& run_;
    std::vector<explore::SampleResult> results_;  // by block
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::atomic<bool> over_{false};
    std::mutex mutex_;  // of what follows
    std::size_t slowest_recovery_ = 0;
    std::exception_ptr thrown_;
};

}  // namespace

std::size_t faults_max(const Scenario& scenario) {
    std::size_t sum = 0;
    for (const FaultRule& fault : scenario.faults) {
        sum += fault.max;
    }
    return std::min(sum, faults_limit);
}

std::array<double, 256> rates_of(const world::World& world) {
    std::array<double, 256> rates{};
    for (std::size_t rule = 0; rule < world.config().faults.size(); ++rule) {
        rates.at(world.outcome_of(rule)) = world.config().faults[rule].rate;
    }
    return rates;
}

TimedCases run_timed_cases(world::World& world, const Scenario& scenario, const TimedRun& run) {
    Cases cases(scenario, run);
    if (run.spare == nullptr) {
        cases.work(world);
        return cases.result();
    }
    {
        // Strategy and schema are its own as well: a thread shares nothing with another one.
        SpareThreads::Opening opening(*run.spare, [&] {
            const Stage stage(scenario, *run.use);
            world::World another(stage.config(), world::RestoreBy::snapshot);
            cases.work(another);
            cases.await_end();
        });
        opening.open();
        cases.work(world);
        opening.close();
        cases.end();
    }
    return cases.result();
}

}  // namespace onceproof::harness
