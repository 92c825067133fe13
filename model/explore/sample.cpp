#include "model/explore/sample.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "model/explore/draw.hpp"

namespace onceproof::explore {

namespace {

/// Walks do not compare states, but what comes after them may.
class WithoutFingerprints {
public:
    explicit WithoutFingerprints(TransitionSystem& system) : system_(system) {
        system_.expect_fingerprints(false);
    }
    ~WithoutFingerprints() { system_.expect_fingerprints(true); }
    WithoutFingerprints(const WithoutFingerprints&) = delete;
    WithoutFingerprints& operator=(const WithoutFingerprints&) = delete;

private:
    TransitionSystem& system_;
};

class Sampler {
public:
    Sampler(TransitionSystem& system, const SampleRequest& request, Chooser& chooser)
        : system_(system), request_(request), chooser_(chooser), meter_(request.limits) {}

    SampleResult run() {
        const WithoutFingerprints saved(system_);
        const auto extent =
            measure_extent(system_, request_.seed, request_.fault_budget, request_.limits);
        if (!extent) {
            end(Ending::stopped);
            return std::move(result_);
        }
        result_.extent = *extent;
        for (std::uint64_t number = 0; number < request_.cases && !ended_; ++number) {
            run_case(request_.first + number);
        }
        meter_.publish();
        result_.transitions = meter_.transitions();
        result_.offered[0] = 0;
        return std::move(result_);
    }

private:
    void run_case(std::uint64_t index) {
        Random random(case_seed(request_.seed, index));
        draw_faults(random);
        chooser_.begin(result_.extent, random);
        broken_.clear();
        path_.clear();
        system_.reset(request_.fault_budget);
        std::uint64_t places = 0;
        while (true) {
            const std::span<const Option> options = system_.enabled();
            if (options.empty()) {
                break;
            }
            if (path_.size() >= request_.limits.steps_max) {
                ++result_.cut;
                break;
            }
            step(options, choose(options, random, places), index);
            if (ended_) {
                break;
            }
        }
        if (result_.ending == Ending::stopped) {
            return;
        }
        ++result_.cases;
        if (request_.limits.progress != nullptr) {
            request_.limits.progress->cases.fetch_add(1, std::memory_order_relaxed);
        }
    }

    void draw_faults(Random& random) {
        strikes_.clear();
        const std::uint64_t count = random.below(request_.fault_budget + 1);
        for (std::uint64_t fault = 0; fault < count; ++fault) {
            strikes_.push_back(random.below(result_.extent.places));
        }
        std::sort(strikes_.begin(), strikes_.end(), std::greater<>());
    }

    /// The option to take. Counts the places where a fault may strike; two faults drawn for one
    /// place strike there and at the next one.
    std::size_t choose(std::span<const Option> options, Random& random, std::uint64_t& places) {
        std::size_t faults = 0;
        for (const Option& option : options) {
            // Calm ones as well: cheaper than to ask, and taken out of the result.
            ++result_.offered[option.outcome];
            faults += is_fault(option) ? 1 : 0;
        }
        bool strike = faults == options.size();
        if (faults > 0) {
            if (!strikes_.empty() && strikes_.back() <= places) {
                strikes_.pop_back();
                strike = true;
            }
            ++places;
        }
        return strike ? draw_option(options, random, is_fault) : chooser_.choose(options, random);
    }

    void step(std::span<const Option> options, std::size_t option_index, std::uint64_t index) {
        const Option option = options[option_index];
        path_.push_back({option, static_cast<std::uint16_t>(option_index)});
        system_.take(option_index);
        chooser_.took(option);
        ++result_.outcomes[option.outcome];
        if (const auto violations = system_.violations(); !violations.empty()) {
            note(violations, index);
        }
        if (meter_.transition()) {
            end(Ending::stopped);
        }
    }

    void note(std::span<const Violation> violations, std::uint64_t index) {
        for (const Violation& violation : violations) {
            const std::uint8_t guarantee = violation.guarantee;
            if (std::find(broken_.begin(), broken_.end(), guarantee) != broken_.end()) {
                continue;
            }
            broken_.push_back(guarantee);
            if (SampleFound* known = find(guarantee)) {
                ++known->cases;
            } else {
                const Found found{violation, {request_.fault_budget, path_}};
                // The step itself is not counted yet.
                result_.violations.push_back(
                    {found, index, 1, meter_.transitions() + 1, result_.outcomes, result_.offered}
                );
            }
        }
        const auto& wanted = request_.guarantees;
        if (!wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [this](auto guarantee) {
                return find(guarantee) != nullptr;
            })) {
            end(Ending::found);
        }
    }

    SampleFound* find(std::uint8_t guarantee) {
        for (SampleFound& found : result_.violations) {
            if (found.found.violation.guarantee == guarantee) {
                return &found;
            }
        }
        return nullptr;
    }

    void end(Ending ending) {
        if (!ended_) {
            ended_ = true;
            result_.ending = ending;
        }
    }

    TransitionSystem& system_;
    const SampleRequest& request_;
    Chooser& chooser_;
    Meter meter_;
    SampleResult result_;
    std::vector<std::uint64_t> strikes_;  // places of this case's faults, the next one at the back
    std::vector<std::uint8_t> broken_;    // guarantees that this case broke
    std::vector<Taken> path_;
    bool ended_ = false;
};

}  // namespace

SampleResult sample(TransitionSystem& system, const SampleRequest& request, Chooser& chooser) {
    return Sampler(system, request, chooser).run();
}

}  // namespace onceproof::explore
