#include "model/explore/only_faults.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::explore {

namespace {

/// The other system's state, and what has struck on the way to it.
class Kept final : public SnapshotData {
public:
    Kept(Snapshot state, std::vector<std::size_t> used)
        : state_(std::move(state)), used_(std::move(used)) {
        holds(state_->bytes() + sizeof(Kept) + used_.size() * sizeof used_[0]);
    }

    [[nodiscard]] const Snapshot& state() const { return state_; }
    [[nodiscard]] const std::vector<std::size_t>& used() const { return used_; }

private:
    Snapshot state_;
    std::vector<std::size_t> used_;
};

}  // namespace

OnlyFaults::OnlyFaults(TransitionSystem& system, std::span<const FaultAllowance> allowances)
    : system_(system), used_(allowances.size(), 0) {
    for (const FaultAllowance& allowance : allowances) {
        max_.push_back(allowance.max);
        for (const std::uint8_t outcome : allowance.outcomes) {
            ENSURE(outcome != 0);
            ENSURE(allowance_of_[outcome] == 0);
            allowance_of_[outcome] = static_cast<std::uint8_t>(max_.size());
        }
    }
}

bool OnlyFaults::allows(const Option& option) const {
    if (option.outcome == 0) {
        return true;
    }
    const std::size_t allowance = allowance_of_[option.outcome];
    return allowance != 0 && used_[allowance - 1] < max_[allowance - 1];
}

std::span<const Option> OnlyFaults::enabled() const {
    if (!menu_is_current_) {
        menu_.clear();
        indices_.clear();
        const std::span<const Option> all = system_.enabled();
        for (std::size_t index = 0; index < all.size(); ++index) {
            if (allows(all[index])) {
                menu_.push_back(all[index]);
                indices_.push_back(index);
            }
        }
        ENSURE(menu_.empty() == all.empty());
        menu_is_current_ = true;
    }
    return menu_;
}

void OnlyFaults::take(std::size_t option) {
    const std::uint8_t outcome = enabled()[option].outcome;
    if (outcome != 0) {
        ++used_[allowance_of_[outcome] - 1U];
    }
    menu_is_current_ = false;
    system_.take(indices_[option]);
}

Fingerprint OnlyFaults::fingerprint() const {
    Hasher hasher;
    hasher.add(system_.fingerprint());
    for (const std::size_t used : used_) {
        hasher.add(used);
    }
    return hasher.finish();
}

void OnlyFaults::reset(std::size_t fault_budget) {
    menu_is_current_ = false;
    std::ranges::fill(used_, 0);
    system_.reset(fault_budget);
}

Snapshot OnlyFaults::save() const {
    return std::make_shared<Kept>(system_.save(), used_);
}

void OnlyFaults::restore(const Snapshot& snapshot) {
    const auto& kept = static_cast<const Kept&>(*snapshot);
    menu_is_current_ = false;
    used_ = kept.used();
    system_.restore(kept.state());
}

}  // namespace onceproof::explore
