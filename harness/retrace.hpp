#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/base/hash.hpp"
#include "model/explore/schedule.hpp"
#include "model/explore/transition_system.hpp"
#include "model/world/world.hpp"

namespace onceproof::harness {

/// All that can be seen of one step of a run.
struct SeenStep {
    explore::Option taken;
    std::vector<explore::Option> enabled{};  ///< what could come next before it, in its order
    std::string happened{};  ///< a line each: calls and answers, changes of stores, violations
    Fingerprint state{};     ///< behind it

    friend bool operator==(const SeenStep&, const SeenStep&) = default;
};

/// All that can be seen of a run.
struct SeenRun {
    std::size_t fault_budget = 0;
    std::optional<std::uint64_t> case_seed{};  ///< of a run in timed order: its case's
    std::vector<SeenStep> steps{};
    std::vector<explore::Option> rest{};  ///< what could come next behind the last step

    friend bool operator==(const SeenRun&, const SeenRun&) = default;
};

/// Takes the options of `schedule` on `world`, from the start, and writes everything down. It ends
/// before an option that is not there: the run then has fewer steps than the schedule.
SeenRun retrace(world::World& world, const explore::Schedule& schedule);

/// The options that were taken.
explore::Schedule schedule_of(const SeenRun& run);

/// The first step at which two runs that should be one are not.
struct Difference {
    std::size_t step = 0;    ///< from 1
    std::string decision{};  ///< the step by name: "h1.1:kv.set"
    std::string what{};      ///< "what may come next", "what happened" or "the state behind it"
    std::string here{};      ///< of the first run, as far as it is not the same
    std::string again{};     ///< of the second run
    std::size_t behind = 0;  ///< the step behind which that actor's code ran last; 0: none
};

/// Compares two runs of one schedule event by event; `world`, one of their kind, has the names.
std::optional<Difference> difference(
    const world::World& world, const SeenRun& here, const SeenRun& again
);

/// Where `run` could not go on as `schedule` says; empty: it is the whole schedule.
std::optional<Difference> left_schedule(
    const world::World& world, const SeenRun& run, const explore::Schedule& schedule
);

}  // namespace onceproof::harness
