#include "model/explore/random.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "model/base/random.hpp"

namespace onceproof::explore {

namespace {

/// How many places for faults a walk has, learnt from the walks so far.
class PlaceEstimate {
public:
    void learn(std::uint64_t places) {
        places_ += places;
        ++walks_;
    }

    /// The mean and a quarter more, so that the end of longer walks is reached as well; at least 1.
    [[nodiscard]] std::uint64_t places() const {
        return walks_ == 0 ? places_first : places_ * 5 / (walks_ * 4) + 1;
    }

private:
    static constexpr std::uint64_t places_first = 16;

    std::uint64_t places_ = 0;
    std::uint64_t walks_ = 0;
};

class Walker {
public:
    Walker(TransitionSystem& system, const RandomRequest& request)
        : system_(system), request_(request), meter_(request.limits) {}

    RandomResult run() {
        for (std::uint64_t index = 0; index < request_.cases && !ended_; ++index) {
            walk(index);
        }
        meter_.publish();
        result_.transitions = meter_.transitions();
        return std::move(result_);
    }

private:
    void walk(std::uint64_t index) {
        Random random(case_seed(request_.seed, index));
        draw_faults(random);
        broken_.clear();
        path_.clear();
        struck_ = 0;
        system_.reset(request_.fault_budget);
        std::uint64_t places = 0;
        while (!system_.enabled().empty()) {
            if (path_.size() >= request_.limits.steps_max) {
                ++result_.cut;
                break;
            }
            step(choose(random, places), index);
            if (ended_) {
                break;
            }
        }
        if (result_.ending == Ending::stopped) {
            return;
        }
        // With the budget spent no place is offered any more, and the rest of the run would not
        // count.
        if (struck_ < request_.fault_budget) {
            estimate_.learn(places);
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
            strikes_.push_back(random.below(estimate_.places()));
        }
        std::sort(strikes_.begin(), strikes_.end(), std::greater<>());
    }

    /// The option to take. Counts the places where a fault may strike; two faults drawn for one
    /// place strike there and at the next one.
    std::size_t choose(Random& random, std::uint64_t& places) {
        const std::span<const Option> options = system_.enabled();
        const auto calm = static_cast<std::size_t>(std::count_if(
            options.begin(), options.end(), [](const Option& option) { return option.outcome == 0; }
        ));
        const std::size_t faulty = options.size() - calm;
        bool strike = calm == 0;
        if (faulty > 0) {
            count_offered(options);
            if (!strikes_.empty() && strikes_.back() <= places) {
                strikes_.pop_back();
                strike = true;
            }
            ++places;
        }
        std::uint64_t rank = random.below(strike ? faulty : calm);
        for (std::size_t index = 0;; ++index) {
            if ((options[index].outcome != 0) == strike && rank-- == 0) {
                return index;
            }
        }
    }

    void count_offered(std::span<const Option> options) {
        for (const Option& option : options) {
            result_.offered[option.outcome] += option.outcome != 0 ? 1 : 0;
        }
    }

    void step(std::size_t index, std::uint64_t walk) {
        const Option option = system_.enabled()[index];
        path_.push_back({option, static_cast<std::uint16_t>(index)});
        system_.take(index);
        ++result_.outcomes[option.outcome];
        struck_ += option.outcome != 0 ? 1 : 0;
        if (const auto violations = system_.violations(); !violations.empty()) {
            note(violations, walk);
        }
        if (meter_.transition()) {
            end(Ending::stopped);
        }
    }

    void note(std::span<const Violation> violations, std::uint64_t walk) {
        for (const Violation& violation : violations) {
            const std::uint8_t guarantee = violation.guarantee;
            if (std::find(broken_.begin(), broken_.end(), guarantee) != broken_.end()) {
                continue;
            }
            broken_.push_back(guarantee);
            if (RandomFound* known = find(guarantee)) {
                ++known->cases;
            } else {
                result_.violations.push_back({{violation, {request_.fault_budget, path_}}, walk, 1}
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

    RandomFound* find(std::uint8_t guarantee) {
        for (RandomFound& found : result_.violations) {
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
    const RandomRequest& request_;
    Meter meter_;
    PlaceEstimate estimate_;
    RandomResult result_;
    std::vector<std::uint64_t> strikes_;  // places of this walk's faults, the next one at the back
    std::vector<std::uint8_t> broken_;    // guarantees that this walk broke
    std::vector<Taken> path_;
    std::size_t struck_ = 0;  // faults in this walk so far
    bool ended_ = false;
};

}  // namespace

RandomResult random_walks(TransitionSystem& system, const RandomRequest& request) {
    return Walker(system, request).run();
}

}  // namespace onceproof::explore
