#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What becomes of a violation when one fault of its run is taken away.
struct FaultCause {
    std::size_t step = 0;  ///< of the fault in the run, from 1
    Option option;

    /// `exhausted`: the fault is needed, with the others alone the guarantee holds however they
    /// strike; `found`: it is not needed; otherwise the limit that left the question open.
    Ending without = Ending::exhausted;
    std::uint64_t states = 0;  ///< seen with all of the others

    [[nodiscard]] bool needed() const { return without == Ending::exhausted; }
};

/// What a violation comes from.
struct Cause {
    std::vector<FaultCause> faults;  ///< in the order of the run
    std::size_t preemptions = 0;     ///< steps without a fault that are not the calm run's

    /// `exhausted`: no run with the same faults, or fewer of them, breaks the guarantee with fewer
    /// deviations; `found`: one does; otherwise the limit that left the question open.
    Ending fewer = Ending::exhausted;
};

/// Takes each fault of `found` away in turn and searches whatever the others can do: the same
/// outcomes, each at most as often, at any place. Then looks whether fewer deviations are enough.
/// `limits` holds for each search.
[[nodiscard]] Cause cause(TransitionSystem& system, const Found& found, const Limits& limits);

}  // namespace onceproof::explore
