#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/explore/limits.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// Which run to repeat.
struct ReplayRequest {
    std::size_t fault_budget = 0;
    std::span<const Deviation> deviations = {};

    /// The run ends when this one breaks. Empty: when any does.
    std::optional<std::uint8_t> guarantee = {};
    std::size_t steps_max = Limits{}.steps_max;
};

/// What became of the run.
enum class ReplayEnd : std::uint8_t {
    reproduced,      ///< the guarantee broke
    not_reproduced,  ///< the whole run was as recorded and the guarantee held: fixed
    diverged,        ///< the system did not offer what was recorded
    too_long,        ///< `steps_max` reached
};

/// A step just taken, for whoever draws the run.
struct ReplayStep {
    std::size_t number = 0;  ///< from 1
    Taken taken;             ///< an index other than 0 is a deviation
    std::span<const Violation> violations;
};

/// Where a run left the record.
struct Divergence {
    std::size_t step = 0;  ///< from 1: the step that could not be taken
    std::string recorded;  ///< what should have been taken, by name
    std::string awaited;   ///< if the place itself never came: the calm step that it stood in for;
                           ///< else empty
    std::vector<std::string>
        enabled;  ///< what was there instead, by name; empty: the run had ended

    /// "diverged at step 7: recorded X, enabled {Y, Z}"
    [[nodiscard]] std::string text() const;
};

struct ReplayResult {
    ReplayEnd end = ReplayEnd::not_reproduced;
    std::optional<Violation> violation;  ///< what was reproduced
    std::vector<Violation> others;  ///< guarantees broken before the end that were not asked for
    Divergence divergence;          ///< filled in if `end` is `diverged`
    Schedule schedule;              ///< what was taken; its size is the number of the last step
};

/// Called behind each step, with the system in the state that the step led to.
using OnStep = std::function<void(const ReplayStep&)>;

/// Runs `system` from the start: option 0 everywhere but at the deviations. `on_step` may be empty.
[[nodiscard]] ReplayResult replay(
    TransitionSystem& system, const ReplayRequest& request, const OnStep& on_step
);

}  // namespace onceproof::explore
