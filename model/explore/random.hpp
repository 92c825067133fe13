#pragma once

#include "model/explore/sample.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// Samples walks: wherever no fault strikes, any of the options without one, all equally likely.
[[nodiscard]] SampleResult random_walks(TransitionSystem& system, const SampleRequest& request);

}  // namespace onceproof::explore
