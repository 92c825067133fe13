#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What to sample.
struct RandomRequest {
    std::uint64_t seed = 0;   ///< the same seed gives the same walks
    std::uint64_t cases = 0;  ///< how many walks
    std::size_t fault_budget = 0;

    /// The search ends early when all of these are broken; empty: it never ends early.
    std::vector<std::uint8_t> guarantees = {};
    Limits limits = {};  ///< `states_max` means nothing here
};

/// A guarantee that walks broke.
struct RandomFound {
    Found found;              ///< by the first walk that broke it
    std::uint64_t index = 0;  ///< of that walk, from 0
    std::uint64_t cases = 0;  ///< how many walks broke it
};

struct RandomResult {
    Ending ending = Ending::exhausted;
    std::uint64_t cases = 0;  ///< walks finished
    std::uint64_t cut = 0;    ///< of these: walks that `Limits::steps_max` ended
    std::uint64_t transitions = 0;
    std::vector<RandomFound>
        violations;            ///< one for each broken guarantee, in the order of finding
    OutcomeCounts outcomes{};  ///< as in `ExhaustiveResult`
    OutcomeCounts offered{};   ///< how often each fault was among the options of a step
};

/// Walks from the start to the end of a run again and again, each time by other options.
///
/// Each walk draws first how many faults strike it (0 to the budget, all equally likely) and at
/// which of the places where one may strike, spread evenly over as many places as earlier walks
/// have met; there it takes any of the faults offered, everywhere else any of the options without a
/// fault. A coin at each place would spend the budget near the start of the run. A walk goes on
/// behind a violation.
[[nodiscard]] RandomResult random_walks(TransitionSystem& system, const RandomRequest& request);

}  // namespace onceproof::explore
