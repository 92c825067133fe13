#include "model/explore/timed.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

#include "model/base/random.hpp"
#include "model/explore/draw.hpp"

namespace onceproof::explore {

namespace {

/// The sum of the outcome counts of two searches.
void add(OutcomeCounts& counts, const OutcomeCounts& others) {
    for (std::size_t outcome = 0; outcome < counts.size(); ++outcome) {
        counts[outcome] += others[outcome];
    }
}

class TimedSampler {
public:
    TimedSampler(TransitionSystem& system, const TimedRequest& request)
        : system_(system), request_(request), meter_(request.limits) {
        for (std::size_t outcome = 0; outcome < chances_.size(); ++outcome) {
            chances_[outcome] = static_cast<std::uint64_t>(request.rates[outcome] * certain);
        }
    }

    SampleResult run() {
        for (std::uint64_t number = 0; number < request_.cases && !stopped_; ++number) {
            run_case(request_.first + number);
        }
        meter_.publish();
        result_.transitions = meter_.transitions();
        result_.ending = stopped_ ? Ending::stopped : Ending::exhausted;
        return std::move(result_);
    }

private:
    static constexpr double certain = 4294967296.0;  // 2^32

    void run_case(std::uint64_t index) {
        const std::uint64_t seed = case_seed(request_.seed, index);
        request_.begin_case(seed);
        system_.reset(request_.fault_budget);
        Random random(seed);
        broken_.clear();
        path_.clear();
        while (!system_.enabled().empty()) {
            if (path_.size() >= request_.limits.steps_max) {
                ++result_.cut;
                break;
            }
            step(choose(random), index, seed);
            if (stopped_) {
                return;
            }
        }
        ++result_.cases;
        if (request_.limits.progress != nullptr) {
            request_.limits.progress->cases.fetch_add(1, std::memory_order_relaxed);
        }
    }

    std::size_t choose(Random& random) {
        const std::span<const Option> options = system_.enabled();
        std::size_t chosen = 0;
        for (std::size_t index = 0; index < options.size(); ++index) {
            const std::uint8_t outcome = options[index].outcome;
            if (outcome == 0) {
                continue;
            }
            ++result_.offered[outcome];
            // Options of one outcome stand together, and one coin is for all of them.
            const bool tossed = index > 0 && options[index - 1].outcome == outcome;
            if (chosen == 0 && !tossed && (random.next() >> 32) < chances_[outcome]) {
                chosen = draw_option(options, random, [outcome](const Option& option) {
                    return option.outcome == outcome;
                });
            }
        }
        return chosen;
    }

    void step(std::size_t option_index, std::uint64_t index, std::uint64_t seed) {
        const Option option = system_.enabled()[option_index];
        path_.push_back({option, static_cast<std::uint16_t>(option_index)});
        system_.take(option_index);
        ++result_.outcomes[option.outcome];
        for (const Violation& violation : system_.violations()) {
            note(violation, index, seed);
        }
        stopped_ = meter_.transition();
    }

    void note(const Violation& violation, std::uint64_t index, std::uint64_t seed) {
        if (std::ranges::find(broken_, violation.guarantee) != broken_.end()) {
            return;
        }
        broken_.push_back(violation.guarantee);
        const auto known = std::ranges::find_if(result_.violations, [&](const SampleFound& found) {
            return found.found.violation.guarantee == violation.guarantee;
        });
        if (known != result_.violations.end()) {
            ++known->cases;
            return;
        }
        // The step itself is not counted yet.
        const std::uint64_t transitions = meter_.transitions() + 1;
        result_.violations.push_back(
            {{violation, {request_.fault_budget, path_, seed}},
             index,
             1,
             transitions,
             result_.outcomes,
             result_.offered}
        );
    }

    TransitionSystem& system_;
    const TimedRequest& request_;
    Meter meter_;
    SampleResult result_;
    std::array<std::uint64_t, 256> chances_ = {};  // of 2^32, by outcome
    std::vector<std::uint8_t> broken_;             // guarantees that this case broke
    std::vector<Taken> path_;
    bool stopped_ = false;
};

}  // namespace

SampleResult timed_cases(TransitionSystem& system, const TimedRequest& request) {
    return TimedSampler(system, request).run();
}

SampleResult joined(SampleResult earlier, const SampleResult& later) {
    if (later.ending == Ending::stopped) {
        earlier.ending = Ending::stopped;
    }
    const std::uint64_t transitions_before = earlier.transitions;
    const OutcomeCounts outcomes_before = earlier.outcomes;
    const OutcomeCounts offered_before = earlier.offered;
    earlier.cases += later.cases;
    earlier.cut += later.cut;
    earlier.transitions += later.transitions;
    add(earlier.outcomes, later.outcomes);
    add(earlier.offered, later.offered);
    for (const SampleFound& found : later.violations) {
        const std::uint8_t guarantee = found.found.violation.guarantee;
        const auto known = std::ranges::find_if(earlier.violations, [&](const SampleFound& other) {
            return other.found.violation.guarantee == guarantee;
        });
        if (known == earlier.violations.end()) {
            earlier.violations.push_back(found);
            SampleFound& first = earlier.violations.back();
            first.transitions += transitions_before;
            add(first.outcomes, outcomes_before);
            add(first.offered, offered_before);
        } else {
            known->cases += found.cases;
        }
    }
    return earlier;
}

}  // namespace onceproof::explore
