#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "model/explore/limits.hpp"
#include "model/explore/sample.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What to sample of a system in timed order: where time decides who goes on, and chance which
/// faults strike. A case depends on nothing but the system, the seed, its index, the fault budget,
/// the rates and `Limits::steps_max`, so that cases may be run by several systems, each its share.
struct TimedRequest {
    std::uint64_t seed = 0;   ///< the same seed gives the same cases
    std::uint64_t first = 0;  ///< index of the first case
    std::uint64_t cases = 0;  ///< how many
    std::size_t fault_budget = 0;

    /// With what probability, from 0 to 1, a fault strikes where it is offered, by its outcome
    /// code. Where one of the same code is offered in several ways, any of them.
    std::array<double, 256> rates = {};

    /// Called before each case with its own seed: draws from it all that the system settles by
    /// itself, such as latencies.
    std::function<void(std::uint64_t case_seed)> begin_case = {};
    Limits limits = {};  ///< `states_max` means nothing here
};

/// Runs the cases of the request one after the other, all of them, to their ends: where no fault
/// strikes, option 0 is taken. The first run that broke a guarantee is told with the seed that its
/// case began with. The extent of the result stays empty.
[[nodiscard]] SampleResult timed_cases(TransitionSystem& system, const TimedRequest& request);

/// The results of two requests as that of one; `earlier` has the smaller indices.
[[nodiscard]] SampleResult joined(SampleResult earlier, const SampleResult& later);

}  // namespace onceproof::explore
