#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::litmus {

/// Another system with its options in another order: option 0 stays, as it has to, and the others
/// stand backwards.
class Shuffled final : public explore::TransitionSystem {
public:
    explicit Shuffled(explore::TransitionSystem& inner) : inner_(inner) { list(); }

    [[nodiscard]] std::span<const explore::Option> enabled() const override { return options_; }
    void take(std::size_t option) override {
        inner_.take(option == 0 ? 0 : options_.size() - option);
        list();
    }
    [[nodiscard]] Fingerprint fingerprint() const override { return inner_.fingerprint(); }
    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return inner_.violations();
    }
    void reset(std::size_t fault_budget) override {
        inner_.reset(fault_budget);
        list();
    }
    [[nodiscard]] explore::Snapshot save() const override { return inner_.save(); }
    void restore(const explore::Snapshot& snapshot) override {
        inner_.restore(snapshot);
        list();
    }
    [[nodiscard]] std::string describe(const explore::Option& option) const override {
        return inner_.describe(option);
    }

private:
    void list() {
        const auto options = inner_.enabled();
        options_.assign(options.begin(), options.end());
        if (!options_.empty()) {
            std::reverse(options_.begin() + 1, options_.end());
        }
    }

    explore::TransitionSystem& inner_;
    std::vector<explore::Option> options_;
};

}  // namespace onceproof::litmus
