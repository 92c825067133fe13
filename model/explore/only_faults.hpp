#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// Faults that may strike in one run, and how many of them together.
struct FaultAllowance {
    std::vector<std::uint8_t> outcomes;  ///< their codes, none of them 0
    std::size_t max = 0;
};

/// Another system with a part of its faults: what no allowance names is not offered, and of an
/// allowance no more than its `max` strike in one run. An outcome belongs to one allowance at most.
///
/// A run of it is a run of the other system. The indices of options differ where options are left
/// out; their names do not, and option 0 is the same. Where that system offers anything, it has to
/// offer an option without a fault.
class OnlyFaults final : public TransitionSystem {
public:
    /// `system` must outlive this; nobody else may move it in the meantime.
    OnlyFaults(TransitionSystem& system, std::span<const FaultAllowance> allowances);

    [[nodiscard]] std::span<const Option> enabled() const override;
    void take(std::size_t option) override;
    [[nodiscard]] Fingerprint fingerprint() const override;
    void expect_fingerprints(bool expected) override { system_.expect_fingerprints(expected); }
    [[nodiscard]] std::span<const Violation> violations() const override {
        return system_.violations();
    }
    void reset(std::size_t fault_budget) override;
    [[nodiscard]] Snapshot save() const override;
    void restore(const Snapshot& snapshot) override;
    [[nodiscard]] std::string describe(const Option& option) const override {
        return system_.describe(option);
    }

private:
    [[nodiscard]] bool allows(const Option& option) const;

    TransitionSystem& system_;
    std::array<std::uint8_t, 256> allowance_of_{};  // by outcome: which one, from 1; 0: none
    std::vector<std::size_t> max_;                  // by allowance
    std::vector<std::size_t> used_;                 // by allowance, in this run
    mutable bool menu_is_current_ = false;
    mutable std::vector<Option> menu_;
    mutable std::vector<std::size_t> indices_;  // of the menu's options in the other system
};

}  // namespace onceproof::explore
