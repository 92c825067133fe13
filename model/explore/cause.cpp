#include "model/explore/cause.hpp"

#include <algorithm>

#include "model/explore/exhaustive.hpp"
#include "model/explore/fewest.hpp"
#include "model/explore/only_faults.hpp"

namespace onceproof::explore {

namespace {

/// The faults of the run, each outcome as often as it struck.
std::vector<FaultAllowance> allowances_of(const Schedule& schedule) {
    std::vector<FaultAllowance> allowances;
    for (const Taken& step : schedule.steps) {
        const std::uint8_t outcome = step.option.outcome;
        if (outcome == 0) {
            continue;
        }
        const auto same = std::ranges::find_if(allowances, [&](const FaultAllowance& known) {
            return known.outcomes.front() == outcome;
        });
        if (same == allowances.end()) {
            allowances.push_back({.outcomes = {outcome}, .max = 1});
        } else {
            ++same->max;
        }
    }
    return allowances;
}

void search_without(
    TransitionSystem& system, const Found& found, const Limits& limits, FaultCause& fault
) {
    std::vector<FaultAllowance> others = allowances_of(found.schedule);
    for (FaultAllowance& allowance : others) {
        allowance.max -= allowance.outcomes.front() == fault.option.outcome ? 1 : 0;
    }
    OnlyFaults rest(system, others);
    const ExhaustiveResult searched = exhaustive(
        rest,
        {.fault_budget = faults_in(found.schedule) - 1,
         .guarantees = {found.violation.guarantee},
         .limits = limits}
    );
    fault.without = searched.ending;
    fault.states = searched.budgets.back().states;
}

/// Whether fewer deviations are enough with the same faults.
Ending look_for_fewer(TransitionSystem& system, const Found& found, const Limits& limits) {
    OnlyFaults same(system, allowances_of(found.schedule));
    const FewestResult fewest_one = fewest(
        same,
        {.fault_budget = faults_in(found.schedule),
         .guarantee = found.violation.guarantee,
         .limits = limits}
    );
    const auto deviations =
        static_cast<std::size_t>(std::ranges::count_if(found.schedule.steps, [](const Taken& step) {
            return step.index != 0;
        }));
    if (fewest_one.ending != Ending::found) {
        return fewest_one.ending;
    }
    return fewest_one.deviations < deviations ? Ending::found : Ending::exhausted;
}

}  // namespace

Cause cause(TransitionSystem& system, const Found& found, const Limits& limits) {
    Cause result;
    const std::vector<Taken>& steps = found.schedule.steps;
    for (std::size_t index = 0; index < steps.size(); ++index) {
        if (steps[index].option.outcome == 0) {
            result.preemptions += steps[index].index != 0 ? 1 : 0;
            continue;
        }
        FaultCause fault{.step = index + 1, .option = steps[index].option};
        const auto same = std::ranges::find_if(result.faults, [&](const FaultCause& known) {
            return known.option.outcome == fault.option.outcome;
        });
        if (same != result.faults.end()) {
            fault.without = same->without;
            fault.states = same->states;
        } else {
            search_without(system, found, limits, fault);
        }
        result.faults.push_back(fault);
    }
    result.fewer = look_for_fewer(system, found, limits);
    return result;
}

}  // namespace onceproof::explore
