#include "harness/why.hpp"

#include <algorithm>
#include <chrono>

#include "harness/smallest.hpp"
#include "harness/timed.hpp"
#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/explore/odds.hpp"

namespace onceproof::harness {
namespace {

constexpr std::uint64_t seed_of_continuations = 1;

std::string open_question(explore::Ending ending) {
    return ending == explore::Ending::stopped
               ? "the search ran out of time"
               : "the search came to its " + std::string(explore::name_of(ending));
}

/// "is needed (without it proved safe: 26 states)"
std::string verdict_on(const explore::FaultCause& fault) {
    if (fault.needed()) {
        return "is needed (without it proved safe: " + counted(fault.states, "state") + ")";
    }
    if (fault.without == explore::Ending::found) {
        return "is not needed: without it the guarantee breaks as well";
    }
    return "may be needed or not: " + open_question(fault.without);
}

std::string fault_sentences(
    const explore::TransitionSystem& system, const std::vector<explore::FaultCause>& faults
) {
    if (faults.empty()) return "no fault is needed: it breaks without any\n";
    if (faults.size() == 1) return "the one fault " + verdict_on(faults.front()) + "\n";
    if (std::ranges::all_of(faults, &explore::FaultCause::needed)) {
        std::vector<std::string> states;
        states.reserve(faults.size());
        for (const explore::FaultCause& fault : faults) {
            states.push_back(std::to_string(fault.states));
        }
        return "every one of the " + std::to_string(faults.size()) + " faults is needed (without " +
               (faults.size() == 2 ? "either" : "any one") +
               " of them proved safe: " + join(states, " and ") + " states)\n";
    }
    std::string text;
    for (const explore::FaultCause& fault : faults) {
        text += "the fault " + system.describe(fault.option) + " " + verdict_on(fault) + "\n";
    }
    return text;
}

std::string preemption_sentence(const explore::Cause& cause) {
    if (cause.preemptions == 0) return "";
    const std::string text = "it takes " + counted(cause.preemptions, "pre-emption");
    switch (cause.fewer) {
        using enum explore::Ending;
        case exhausted:
            return text + ", and no run with these faults breaks it with fewer\n";
        case found:
            return text + ", and a run with fewer exists\n";
        default:
            return text + "; whether fewer are enough is open: " + open_question(cause.fewer) +
                   "\n";
    }
}

}  // namespace

std::vector<double> bug_probability(
    world::World& world, const TracedReplay& traced, std::uint64_t cases
) {
    ENSURE(traced.result.violation.has_value());
    explore::OddsRequest request{
        .schedule = traced.result.schedule,
        .guarantee = traced.result.violation->guarantee,
        .cases = cases,
        .seed = seed_of_continuations};
    if (auto& timed = world.timed_case()) {
        request.redraw = [&timed](std::uint64_t seed) {
            timed->seed = seed;
        };
        request.case_seed = timed->seed;
        request.rates = rates_of(world);
    }
    const std::vector<std::uint64_t> broken = explore::odds(world, request);
    std::vector<double> probability;
    for (const std::size_t number : traced.numbers) {
        probability.push_back(
            static_cast<double>(broken.at(number - 1)) / static_cast<double>(cases)
        );
    }
    return probability;
}

explore::Cause cause_of(world::World& world, const TracedReplay& traced, const Scenario& scenario) {
    ENSURE(traced.result.violation.has_value());
    return explore::cause(
        world,
        {*traced.result.violation, traced.result.schedule},
        limits_until(std::chrono::steady_clock::now() + scenario.time_max, scenario, {})
    );
}

std::string cause_text(const explore::TransitionSystem& system, const explore::Cause& cause) {
    return fault_sentences(system, cause.faults) + preemption_sentence(cause);
}

}  // namespace onceproof::harness
