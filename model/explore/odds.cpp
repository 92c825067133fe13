#include "model/explore/odds.hpp"

#include <algorithm>

#include "model/base/random.hpp"
#include "model/explore/random.hpp"
#include "model/explore/timed.hpp"

namespace onceproof::explore {

namespace {

/// A system whose every run begins where another run has come to.
class Continued final : public TransitionSystem {
public:
    explicit Continued(TransitionSystem& system) : system_(system), start_(system.save()) {}

    [[nodiscard]] std::span<const Option> enabled() const override { return system_.enabled(); }
    void take(std::size_t option) override { system_.take(option); }
    [[nodiscard]] Fingerprint fingerprint() const override { return system_.fingerprint(); }
    void expect_fingerprints(bool expected) override { system_.expect_fingerprints(expected); }
    [[nodiscard]] std::span<const Violation> violations() const override {
        return system_.violations();
    }
    /// The budget is what the other run has left, and was given when that began.
    void reset(std::size_t /*fault_budget*/) override { system_.restore(start_); }
    [[nodiscard]] Snapshot save() const override { return system_.save(); }
    void restore(const Snapshot& snapshot) override { system_.restore(snapshot); }
    [[nodiscard]] std::string describe(const Option& option) const override {
        return system_.describe(option);
    }

private:
    TransitionSystem& system_;
    Snapshot start_;
};

std::uint64_t broken_by(const SampleResult& walked, std::uint8_t guarantee) {
    for (const SampleFound& found : walked.violations) {
        if (found.found.violation.guarantee == guarantee) {
            return found.cases;
        }
    }
    return 0;
}

/// Runs of `rest` to their ends.
SampleResult continuations(
    TransitionSystem& rest,
    const OddsRequest& request,
    std::uint64_t number,
    std::size_t faults_left
) {
    const std::uint64_t seed = case_seed(request.seed, number);
    if (!request.redraw) {
        return random_walks(
            rest,
            {.seed = seed,
             .cases = request.cases,
             .fault_budget = faults_left,
             .limits = request.limits}
        );
    }
    SampleResult result = timed_cases(
        rest,
        {.seed = seed,
         .cases = request.cases,
         .fault_budget = faults_left,
         .rates = request.rates,
         .begin_case = request.redraw,
         .limits = request.limits}
    );
    request.redraw(request.case_seed);
    return result;
}

bool breaks(std::span<const Violation> violations, std::uint8_t guarantee) {
    return std::ranges::find(violations, guarantee, &Violation::guarantee) != violations.end();
}

}  // namespace

std::vector<std::uint64_t> odds(TransitionSystem& system, const OddsRequest& request) {
    std::vector<std::uint64_t> broken;
    std::size_t faults_left = request.schedule.fault_budget;
    system.reset(faults_left);
    for (const Taken& step : request.schedule.steps) {
        const std::span<const Option> options = system.enabled();
        if (step.index >= options.size() || options[step.index] != step.option) {
            return broken;
        }
        system.take(step.index);
        faults_left -= step.option.outcome != 0 ? 1 : 0;
        if (breaks(system.violations(), request.guarantee)) {
            broken.push_back(request.cases);
            return broken;
        }
        Continued rest(system);
        const Snapshot here = system.save();
        const SampleResult walked = continuations(rest, request, broken.size(), faults_left);
        if (walked.ending == Ending::stopped) {
            return broken;
        }
        broken.push_back(broken_by(walked, request.guarantee));
        system.restore(here);
    }
    return broken;
}

}  // namespace onceproof::explore
