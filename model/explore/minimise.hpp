#pragma once

#include <cstddef>
#include <vector>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// How hard a run is to read, the heaviest part first.
struct Cost {
    std::size_t faults = 0;
    std::size_t deviations = 0;
    std::size_t steps = 0;

    /// Fewer faults, or as many and fewer deviations, or as many of both and fewer steps.
    [[nodiscard]] bool cheaper_than(const Cost& other) const;

    friend bool operator==(const Cost&, const Cost&) = default;
};

[[nodiscard]] Cost cost_of(const Schedule& schedule);

/// Makes `found` cheaper step by step: drops deviations one by one and in pairs, or takes an
/// earlier option in the place of one, as long as the same guarantee breaks at a lower cost. Never
/// worse than `found`; a run that `system` does not repeat is returned as it is. Of `limits`,
/// `steps_max` bounds a run and `should_stop` ends the work early.
[[nodiscard]] Found reduce(TransitionSystem& system, const Found& found, const Limits& limits);

/// A counterexample made small.
struct Minimised {
    Found found;
    std::vector<Deviation> deviations;  ///< `found.schedule` as deviations
    bool fewest_proved =
        false;  ///< no run within the budget breaks the guarantee with fewer deviations
};

/// Looks for the run with the fewest deviations that breaks the guarantee of `found` within the
/// same budget; where that is too large for `limits`, for the one with the fewest steps, or else
/// starts from `found`; then reduces it. Give the smallest budget that breaks the guarantee, and
/// the run has the fewest faults as well.
[[nodiscard]] Minimised minimise(
    TransitionSystem& system, const Found& found, const Limits& limits
);

}  // namespace onceproof::explore
