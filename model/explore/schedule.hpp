#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// One step of a run: what was taken, and which of the enabled options it was.
struct Taken {
    Option option;
    std::uint16_t index = 0;

    friend bool operator==(const Taken&, const Taken&) = default;
};

/// One run from the initial state: every option taken, under a fault budget. Exact for one version
/// of the code.
struct Schedule {
    std::size_t fault_budget = 0;
    std::vector<Taken> steps;
    std::optional<std::uint64_t> case_seed = {};  ///< of a run in timed order: its case's

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// An option by name: independent of how many other options there are and of how long the run is.
struct Decision {
    std::uint8_t actor = 0;
    std::uint8_t operation = 0;
    std::uint8_t outcome = 0;
    std::uint32_t occurrence =
        0;  ///< how often that actor has taken that operation before in this run
    std::optional<std::uint8_t> object =
        {};  ///< only where the other parts fit several enabled options

    friend bool operator==(const Decision&, const Decision&) = default;
};

/// A place where a run leaves the calm one: where option 0 would be `instead_of`, `take` is taken.
/// A decision comes up as option 0 until it is taken and never again, so the place is exact without
/// a step number.
struct Deviation {
    Decision instead_of;
    Decision take;

    friend bool operator==(const Deviation&, const Deviation&) = default;
};

/// Counts what each actor has done so far in a run, and names options by it.
class Occurrences {
public:
    void add(const Option& option);

    /// The name of `options[index]` in this place of the run.
    [[nodiscard]] Decision name(std::span<const Option> options, std::size_t index) const;

    /// Which of `options` is called `decision` in this place of the run, if any.
    [[nodiscard]] std::optional<std::size_t> find(
        std::span<const Option> options, const Decision& decision
    ) const;

    /// Whether `option` is called `decision` here, whatever it touches.
    [[nodiscard]] bool fits(const Option& option, const Decision& decision) const;

private:
    [[nodiscard]] std::uint32_t count(const Option& option) const;

    std::vector<std::pair<std::uint16_t, std::uint32_t>> counts_;  // sorted by actor and operation
};

/// The deviations that make the calm run into `schedule`, found by running `system` along it. Empty
/// if `system` does not offer what the schedule recorded: other code, or code that is not
/// deterministic.
[[nodiscard]] std::optional<std::vector<Deviation>> deviations_of(
    TransitionSystem& system, const Schedule& schedule
);

/// How many faults strike in `schedule`.
[[nodiscard]] std::size_t faults_in(const Schedule& schedule);

/// A broken guarantee and the run that broke it, up to and with the step that did.
struct Found {
    Violation violation;
    Schedule schedule;
};

}  // namespace onceproof::explore
