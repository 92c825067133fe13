#include "model/explore/minimise.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "model/explore/fewest.hpp"
#include "model/explore/shortest.hpp"

namespace onceproof::explore {

namespace {

/// A run that follows deviations where they fit and leaves out those that do not.
class LooseRun {
public:
    LooseRun(TransitionSystem& system, std::vector<Deviation> deviations)
        : system_(system), left_(std::move(deviations)) {}

    /// The run up to the step that breaks `guarantee`, if it does.
    std::optional<Found> until(
        std::uint8_t guarantee, std::size_t fault_budget, std::size_t steps_max
    ) {
        Schedule schedule{fault_budget, {}};
        system_.reset(fault_budget);
        while (schedule.steps.size() < steps_max) {
            const std::span<const Option> options = system_.enabled();
            if (options.empty()) {
                break;
            }
            const std::size_t index = choose(options);
            const Option option = options[index];
            occurrences_.add(option);
            schedule.steps.push_back({option, static_cast<std::uint16_t>(index)});
            system_.take(index);
            for (const Violation& violation : system_.violations()) {
                if (violation.guarantee == guarantee) {
                    return Found{violation, std::move(schedule)};
                }
            }
        }
        return std::nullopt;
    }

private:
    std::size_t choose(std::span<const Option> options) {
        for (auto place = left_.begin(); place != left_.end(); ++place) {
            if (!occurrences_.fits(options[0], place->instead_of)) {
                continue;
            }
            if (const auto index = occurrences_.find(options, place->take)) {
                left_.erase(place);
                return *index;
            }
        }
        return 0;
    }

    TransitionSystem& system_;
    std::vector<Deviation> left_;
    Occurrences occurrences_;
};

/// The greedy descent from one run.
class Reduction {
public:
    Reduction(TransitionSystem& system, const Found& found, const Limits& limits)
        : system_(system), limits_(limits), best_(found), cost_(cost_of(found.schedule)) {}

    Found run() {
        while (refresh() && improve()) {
        }
        return std::move(best_);
    }

private:
    /// Names the deviations of the best run. False if the system does not repeat it.
    bool refresh() {
        auto named = deviations_of(system_, best_.schedule);
        if (!named) {
            return false;
        }
        deviations_ = std::move(*named);
        return true;
    }

    bool improve() { return drop_one() || drop_two() || simplify_one(); }

    bool drop_one() {
        for (std::size_t at = 0; at < deviations_.size(); ++at) {
            if (attempt(without(deviations_, at))) {
                return true;
            }
        }
        return false;
    }

    bool drop_two() {
        for (std::size_t first = 0; first < deviations_.size(); ++first) {
            const std::vector<Deviation> rest = without(deviations_, first);
            for (std::size_t second = first; second < rest.size(); ++second) {
                if (attempt(without(rest, second))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Another option in the place of one deviation: the earlier ones of that state, which are the
    /// calmer ones.
    bool simplify_one() {
        const std::vector<std::vector<Decision>> calmer = calmer_decisions();
        for (std::size_t at = 0; at < deviations_.size(); ++at) {
            for (const Decision& decision : calmer[at]) {
                std::vector<Deviation> changed = deviations_;
                changed[at].take = decision;
                if (attempt(std::move(changed))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// For each deviation of the best run the options between the calm one and the one taken.
    std::vector<std::vector<Decision>> calmer_decisions() {
        std::vector<std::vector<Decision>> calmer;
        Occurrences occurrences;
        system_.reset(best_.schedule.fault_budget);
        for (const Taken& step : best_.schedule.steps) {
            if (step.index != 0) {
                std::vector<Decision>& here = calmer.emplace_back();
                for (std::size_t index = 1; index < step.index; ++index) {
                    here.push_back(occurrences.name(system_.enabled(), index));
                }
            }
            occurrences.add(step.option);
            system_.take(step.index);
        }
        return calmer;
    }

    bool attempt(std::vector<Deviation> deviations) {
        if (stopped_ || (limits_.should_stop && limits_.should_stop())) {
            stopped_ = true;
            return false;
        }
        LooseRun run(system_, std::move(deviations));
        std::optional<Found> found =
            run.until(best_.violation.guarantee, best_.schedule.fault_budget, limits_.steps_max);
        if (!found || !cost_of(found->schedule).cheaper_than(cost_)) {
            return false;
        }
        best_ = std::move(*found);
        cost_ = cost_of(best_.schedule);
        return true;
    }

    static std::vector<Deviation> without(std::vector<Deviation> list, std::size_t at) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
        return list;
    }

    TransitionSystem& system_;
    const Limits& limits_;
    Found best_;
    Cost cost_;
    std::vector<Deviation> deviations_;
    bool stopped_ = false;
};

}  // namespace

bool Cost::cheaper_than(const Cost& other) const {
    return std::tie(faults, deviations, steps) <
           std::tie(other.faults, other.deviations, other.steps);
}

Cost cost_of(const Schedule& schedule) {
    const auto& steps = schedule.steps;
    const auto deviations = std::count_if(steps.begin(), steps.end(), [](const Taken& step) {
        return step.index != 0;
    });
    return {faults_in(schedule), static_cast<std::size_t>(deviations), steps.size()};
}

Found reduce(TransitionSystem& system, const Found& found, const Limits& limits) {
    return Reduction(system, found, limits).run();
}

Minimised minimise(TransitionSystem& system, const Found& found, const Limits& limits) {
    const std::size_t budget = found.schedule.fault_budget;
    const std::uint8_t guarantee = found.violation.guarantee;
    FewestResult few = fewest(system, {budget, guarantee, limits});
    Minimised result{found, {}, few.ending == Ending::found};
    if (few.found) {
        result.found = std::move(*few.found);
    } else {
        ShortestResult brief = shortest(system, {budget, guarantee, limits});
        if (brief.found) {
            result.found = std::move(*brief.found);
        }
    }
    result.found = reduce(system, result.found, limits);
    result.deviations = deviations_of(system, result.found.schedule).value_or(result.deviations);
    return result;
}

}  // namespace onceproof::explore
