#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/base/hash.hpp"

namespace onceproof::explore {

/// One possible next transition. The numbers are the system's own codes and stable across versions
/// (they are stored in tokens); `TransitionSystem::describe` gives their names.
struct Option {
    std::uint8_t actor = 0;      ///< who takes the step
    std::uint8_t operation = 0;  ///< what it does
    std::uint8_t object = 0;     ///< what it touches
    std::uint8_t outcome = 0;    ///< 0: as it should; otherwise the fault that strikes

    // A rewritten `<` looks like a pointer compared with 0 to clang-tidy 14.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Option&, const Option&) = default;
};

/// A guarantee that the last step broke.
struct Violation {
    std::uint8_t guarantee = 0;  ///< the system's own code of the broken property
    std::string text;            ///< one sentence: what happened, who, which key

    friend bool operator==(const Violation&, const Violation&) = default;
};

/// What a system keeps of a state in order to come back to it.
class SnapshotData {
public:
    SnapshotData() = default;
    SnapshotData(const SnapshotData&) = delete;
    SnapshotData& operator=(const SnapshotData&) = delete;
    virtual ~SnapshotData() = default;

    /// Memory that it holds beyond what earlier snapshots hold, about.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

protected:
    void holds(std::size_t bytes) { bytes_ = bytes; }

private:
    std::size_t bytes_ = 0;
};
using Snapshot = std::shared_ptr<const SnapshotData>;

/// A state machine as an explorer sees it. Every decision is an `Option` that the explorer takes
/// between steps.
class TransitionSystem {
public:
    virtual ~TransitionSystem() = default;

    /// What may come next; empty when the run has ended. The order is stable and option 0 is the
    /// calm one: no fault, and the actor that ran last goes on if it can. No two are equal. Valid
    /// until the next `take`, `reset` or `restore`.
    [[nodiscard]] virtual std::span<const Option> enabled() const = 0;

    /// Moves to the next state by `enabled()[option]`.
    virtual void take(std::size_t option) = 0;

    /// Equal states, equal fingerprints.
    [[nodiscard]] virtual Fingerprint fingerprint() const = 0;

    /// Whether anybody will ask for the fingerprints of runs that begin from now on (`reset` or
    /// `restore`); at first it is so. A system may do less in runs whose states are not compared.
    virtual void expect_fingerprints(bool /*expected*/) {}

    /// What the last `take` broke; nearly always empty. Valid until the next `take`, `reset` or
    /// `restore`.
    [[nodiscard]] virtual std::span<const Violation> violations() const = 0;

    /// Back to the initial state, with a fault budget: at most that many options with an outcome
    /// other than 0 are offered from there to the end of the run.
    virtual void reset(std::size_t fault_budget) = 0;

    /// Keeps the state so that `restore` brings it back, any number of times, until the next
    /// `reset` with another budget.
    [[nodiscard]] virtual Snapshot save() const = 0;
    virtual void restore(const Snapshot& snapshot) = 0;

    /// One word per decision, without spaces: "h1.1:kv.set:reply-lost".
    [[nodiscard]] virtual std::string describe(const Option& option) const = 0;
};

}  // namespace onceproof::explore
