#include "model/explore/schedule.hpp"

#include <algorithm>

namespace onceproof::explore {

namespace {

std::uint16_t key_of(const Option& option) {
    return static_cast<std::uint16_t>((option.actor << 8) | option.operation);
}

bool less_key(const std::pair<std::uint16_t, std::uint32_t>& entry, std::uint16_t key) {
    return entry.first < key;
}

}  // namespace

void Occurrences::add(const Option& option) {
    const std::uint16_t key = key_of(option);
    const auto place = std::lower_bound(counts_.begin(), counts_.end(), key, less_key);
    if (place != counts_.end() && place->first == key) {
        ++place->second;
    } else {
        counts_.insert(place, {key, 1});
    }
}

std::uint32_t Occurrences::count(const Option& option) const {
    const std::uint16_t key = key_of(option);
    const auto place = std::lower_bound(counts_.begin(), counts_.end(), key, less_key);
    return place != counts_.end() && place->first == key ? place->second : 0;
}

Decision Occurrences::name(std::span<const Option> options, std::size_t index) const {
    const Option& option = options[index];
    Decision decision{
        .actor = option.actor,
        .operation = option.operation,
        .outcome = option.outcome,
        .occurrence = count(option),
        .object = {},
    };
    const auto alike = [&](const Option& other) {
        return fits(other, decision);
    };
    if (std::count_if(options.begin(), options.end(), alike) > 1) {
        decision.object = option.object;
    }
    return decision;
}

bool Occurrences::fits(const Option& option, const Decision& decision) const {
    return option.actor == decision.actor && option.operation == decision.operation &&
           option.outcome == decision.outcome && count(option) == decision.occurrence;
}

std::optional<std::size_t> Occurrences::find(
    std::span<const Option> options, const Decision& decision
) const {
    for (std::size_t index = 0; index < options.size(); ++index) {
        const Option& option = options[index];
        if (fits(option, decision) && decision.object.value_or(option.object) == option.object) {
            return index;
        }
    }
    return std::nullopt;
}

std::optional<std::vector<Deviation>> deviations_of(
    TransitionSystem& system, const Schedule& schedule
) {
    std::vector<Deviation> deviations;
    Occurrences occurrences;
    system.reset(schedule.fault_budget);
    for (const Taken& step : schedule.steps) {
        const std::span<const Option> options = system.enabled();
        if (step.index >= options.size() || options[step.index] != step.option) {
            return std::nullopt;
        }
        if (step.index != 0) {
            Decision instead_of = occurrences.name(options, 0);
            instead_of.object.reset();
            deviations.push_back({instead_of, occurrences.name(options, step.index)});
        }
        occurrences.add(step.option);
        system.take(step.index);
    }
    return deviations;
}

std::size_t faults_in(const Schedule& schedule) {
    return static_cast<std::size_t>(std::count_if(
        schedule.steps.begin(),
        schedule.steps.end(),
        [](const Taken& step) { return step.option.outcome != 0; }
    ));
}

}  // namespace onceproof::explore
