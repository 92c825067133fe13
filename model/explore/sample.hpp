#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/base/random.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/extent.hpp"
#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// What to sample: runs from the start to the end, "cases", each drawn anew. A case depends on
/// nothing but the system, the seed, its index, the fault budget and `Limits::steps_max`.
struct SampleRequest {
    std::uint64_t seed = 0;   ///< the same seed gives the same cases
    std::uint64_t first = 0;  ///< index of the first case
    std::uint64_t cases = 0;  ///< how many
    std::size_t fault_budget = 0;

    /// The search ends early when all of these are broken; empty: it never ends early.
    std::vector<std::uint8_t> guarantees = {};
    Limits limits = {};  ///< `states_max` means nothing here
};

/// A guarantee that cases broke.
struct SampleFound {
    Found found;                    ///< by the first case that broke it
    std::uint64_t index = 0;        ///< of that case
    std::uint64_t cases = 0;        ///< how many cases broke it
    std::uint64_t transitions = 0;  ///< of all cases up to the step that broke it first
    OutcomeCounts outcomes{};       ///< of these
    OutcomeCounts offered{};        ///< up to that step
};

struct SampleResult {
    Ending ending = Ending::exhausted;
    Extent extent;            ///< what the cases were drawn for
    std::uint64_t cases = 0;  ///< cases finished
    std::uint64_t cut = 0;    ///< of these: cases that `Limits::steps_max` ended
    std::uint64_t transitions = 0;
    std::vector<SampleFound>
        violations;            ///< one for each broken guarantee, in the order of finding
    OutcomeCounts outcomes{};  ///< as in `ExhaustiveResult`
    OutcomeCounts offered{};   ///< how often each fault was among the options of a step
};

/// Decides who goes on where no fault strikes.
class Chooser {
public:
    Chooser() = default;
    Chooser(const Chooser&) = delete;
    Chooser& operator=(const Chooser&) = delete;
    virtual ~Chooser() = default;

    /// A case begins; what is settled up front is drawn here.
    virtual void begin(const Extent& extent, Random& random) = 0;

    /// Which of `options` to take: one without a fault, and there is one.
    [[nodiscard]] virtual std::size_t choose(std::span<const Option> options, Random& random) = 0;

    /// A step was taken, with a fault or without.
    virtual void took(const Option& option) = 0;
};

/// Runs the cases of the request one after the other.
///
/// Each case draws first how many faults strike it (0 to the budget, all equally likely) and at
/// which of the places where one may strike, spread evenly over `Extent::places`; there it takes
/// any of the faults offered, everywhere else what `chooser` says. A coin at each place would spend
/// the budget near the start of the run. A case goes on behind a violation.
[[nodiscard]] SampleResult sample(
    TransitionSystem& system, const SampleRequest& request, Chooser& chooser
);

}  // namespace onceproof::explore
