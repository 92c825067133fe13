#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::litmus {

/// Another way of coming back to a state: a snapshot is the way there, and restoring walks it again
/// from the start.
class ReplayRestore final : public explore::TransitionSystem {
public:
    explicit ReplayRestore(explore::TransitionSystem& inner) : inner_(inner) {}

    [[nodiscard]] std::span<const explore::Option> enabled() const override {
        return inner_.enabled();
    }
    void take(std::size_t option) override {
        path_.push_back(static_cast<std::uint16_t>(option));
        inner_.take(option);
    }
    [[nodiscard]] Fingerprint fingerprint() const override { return inner_.fingerprint(); }
    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return inner_.violations();
    }
    void reset(std::size_t fault_budget) override {
        fault_budget_ = fault_budget;
        path_.clear();
        inner_.reset(fault_budget);
    }
    [[nodiscard]] explore::Snapshot save() const override {
        return std::make_shared<const Way>(path_);
    }
    void restore(const explore::Snapshot& snapshot) override {
        const std::vector<std::uint16_t> way = static_cast<const Way&>(*snapshot).steps;
        reset(fault_budget_);
        for (const std::uint16_t option : way) {
            take(option);
        }
    }
    [[nodiscard]] std::string describe(const explore::Option& option) const override {
        return inner_.describe(option);
    }

private:
    struct Way final : explore::SnapshotData {
        explicit Way(std::vector<std::uint16_t> what) : steps(std::move(what)) {}
        std::vector<std::uint16_t> steps;
    };

    explore::TransitionSystem& inner_;
    std::size_t fault_budget_ = 0;
    std::vector<std::uint16_t> path_;
};

}  // namespace onceproof::litmus
