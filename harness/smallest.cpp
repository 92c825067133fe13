#include "harness/smallest.hpp"

#include <utility>

#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

/// A counterexample is made minimal within this many states; beyond it is only made smaller.
constexpr std::uint64_t minimise_states_max = 300'000;

}  // namespace

explore::Limits limits_until(
    std::chrono::steady_clock::time_point deadline,
    const Scenario& scenario,
    const std::function<bool()>& should_stop
) {
    explore::Limits limits;
    limits.states_max = scenario.states_max;
    limits.memory_max = static_cast<std::size_t>(scenario.memory_max.count);
    limits.should_stop = [deadline, should_stop] {
        return std::chrono::steady_clock::now() >= deadline || (should_stop && should_stop());
    };
    return limits;
}

Smallest smallest(
    explore::TransitionSystem& system,
    const explore::Found& found,
    const CellIdentity& identity,
    explore::Limits limits
) {
    limits.states_max = minimise_states_max;
    explore::Minimised minimal = explore::minimise(system, found, limits);
    std::string token = explore::encode(
        {.cell = identity.cell,
         .content = identity.content,
         .fault_budget = static_cast<std::uint32_t>(minimal.found.schedule.fault_budget),
         .guarantee = minimal.found.violation.guarantee,
         .deviations = minimal.deviations,
         .case_seed = found.schedule.case_seed}
    );
    return {std::move(minimal), std::move(token)};
}

}  // namespace onceproof::harness
