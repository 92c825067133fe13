#include "model/explore/portion.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::explore {

namespace {

class Saved final : public SnapshotData {
public:
    Saved(Snapshot inner, bool calm) : inner_(std::move(inner)), calm_(calm) {
        holds(inner_->bytes() + sizeof(Saved));
    }

    [[nodiscard]] const Snapshot& inner() const { return inner_; }
    [[nodiscard]] bool calm() const { return calm_; }

private:
    const Snapshot inner_;
    const bool calm_;
};

}  // namespace

void sort_out(std::vector<SeenState>& states) {
    std::ranges::sort(states, {}, &SeenState::print);
    // Not the one of `ranges`: clang 14 does not know its result.
    const auto same = [](const SeenState& one, const SeenState& other) {
        return one.print == other.print;
    };
    states.erase(std::unique(states.begin(), states.end(), same), states.end());
}

std::span<const Option> Portion::enabled() const {
    const std::span<const Option> all = system_.enabled();
    if (std::exchange(looked_at_, false)) keep(all);
    if (!calm_) return all;
    if (!std::exchange(chosen_, true)) {
        options_.clear();
        index_.clear();
        for (std::size_t index = 0; index < all.size(); ++index) {
            if (all[index].outcome == 0 || is_mine_(all[index])) {
                options_.push_back(all[index]);
                index_.push_back(index);
            }
        }
    }
    return options_;
}

void Portion::take(std::size_t option) {
    const bool calm = calm_ && enabled()[option].outcome == 0;
    system_.take(calm_ ? index_[option] : option);
    arrive(calm);
}

Fingerprint Portion::fingerprint() const {
    print_ = system_.fingerprint();
    looked_at_ = true;
    return print_;
}

void Portion::reset(std::size_t fault_budget) {
    if (budget_ != fault_budget) sort_at_ = sort_at_first;
    budget_ = fault_budget;
    system_.reset(fault_budget);
    arrive(true);
}

Snapshot Portion::save() const {
    return std::make_shared<Saved>(system_.save(), calm_);
}

void Portion::restore(const Snapshot& snapshot) {
    const auto& saved = static_cast<const Saved&>(*snapshot);
    system_.restore(saved.inner());
    arrive(saved.calm());
}

void Portion::forget() {
    seen_ = {};
    numbers_.clear();
    sort_at_ = sort_at_first;
}

void Portion::keep(std::span<const Option> options) const {
    menu_.clear();
    for (const Option& option : options) {
        menu_.push_back(option.outcome);
    }
    std::ranges::sort(menu_);
    Hasher content;
    for (const std::uint8_t outcome : menu_) {
        content.add(std::uint64_t{outcome});
    }
    const auto [number, fresh] =
        numbers_.try_emplace(content.finish(), static_cast<std::uint16_t>(seen_.menus.size()));
    if (fresh) {
        ENSURE(seen_.menus.size() <= std::numeric_limits<std::uint16_t>::max());
        seen_.menus.push_back(menu_);
    }
    std::vector<SeenState>& states = seen_.states[budget_];
    states.push_back({print_, number->second});
    // A search may ask of a state that it has seen before.
    if (states.size() >= sort_at_) {
        sort_out(states);
        sort_at_ = std::max(sort_at_first, 2 * states.size());
    }
}

void Portion::arrive(bool calm) {
    calm_ = calm;
    chosen_ = false;
    looked_at_ = false;
}

}  // namespace onceproof::explore
