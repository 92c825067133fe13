#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/explore/limits.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// How far runs of a system reach: the most that a few of them have shown.
struct Extent {
    std::uint64_t actors = 0;  ///< who could take a step without a fault in one of them
    std::uint64_t steps = 0;   ///< of the longest
    std::uint64_t places = 0;  ///< steps at which a fault could strike, of the run with most

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// Measures the calm run and a few drawn ones, in which fewer faults strike than the budget allows:
/// with the budget spent no place is offered any more. It depends on nothing but the system, the
/// seed, the budget and `Limits::steps_max`. Empty: `Limits::should_stop` said so.
[[nodiscard]] std::optional<Extent> measure_extent(
    TransitionSystem& system, std::uint64_t seed, std::size_t fault_budget, const Limits& limits
);

}  // namespace onceproof::explore
