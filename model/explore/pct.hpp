#pragma once

#include <cstddef>
#include <cstdint>

#include "model/explore/sample.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// The published bound ("A randomized scheduler with probabilistic guarantees of finding bugs",
/// 2010): a case finds a bug of depth `depth` (so many orderings of two steps each suffice for it)
/// with a probability of at least 1 in `actors` * `steps`^(`depth` - 1). It holds for runs of at
/// most so many actors and steps in which nothing but the order of the actors is open. The largest
/// number if it is beyond 64 bits.
[[nodiscard]] std::uint64_t pct_one_in(
    std::uint64_t actors, std::uint64_t steps, std::size_t depth
);

struct PctResult {
    SampleResult sample;

    /// A case finds a bug of that depth that needs no fault with a probability of at least 1 in
    /// this: `pct_one_in` of the sample's extent, times the numbers of faults (0 to the budget)
    /// that a case may draw. 0: stopped before anything was known.
    std::uint64_t one_in = 0;
};

/// Samples by priorities (probabilistic concurrency testing): each actor gets one by chance, and
/// wherever no fault strikes the highest that can go on does; if it has several options, any of
/// them. At `depth` - 1 steps, drawn up front from the first `Extent::steps`, whoever takes the
/// step falls behind all others. `depth` is at least 1. An actor that waits by looking again and
/// again is never overtaken: such cases end at `Limits::steps_max`.
[[nodiscard]] PctResult pct(
    TransitionSystem& system, const SampleRequest& request, std::size_t depth
);

}  // namespace onceproof::explore
