#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// Which run to weigh.
struct OddsRequest {
    const Schedule& schedule;    ///< up to and with the step that breaks the guarantee
    std::uint8_t guarantee = 0;  ///< its code
    std::uint64_t cases = 0;     ///< random continuations of each beginning
    std::uint64_t seed = 0;      ///< the same seed gives the same continuations
    Limits limits = {};          ///< `steps_max` bounds a continuation

    /// Of a run in timed order; empty: explored order.
    std::function<void(std::uint64_t case_seed)> redraw = {};  ///< latencies, from now on
    std::uint64_t case_seed = 0;                               ///< that the run drew by
    std::array<double, 256> rates = {};                        ///< as of `TimedRequest`
};

/// How many of `cases` random continuations break the guarantee, for each beginning of the run: the
/// entry [n] is that of its first n + 1 steps, so that the last one is `cases`. A continuation may
/// meet whatever faults the budget still has; in timed order each has latencies of its own and
/// faults strike with their rates. Shorter than the run if `system` does not repeat it, or
/// `should_stop` said so.
[[nodiscard]] std::vector<std::uint64_t> odds(TransitionSystem& system, const OddsRequest& request);

}  // namespace onceproof::explore
