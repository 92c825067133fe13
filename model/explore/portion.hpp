#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// The outcomes of a state's options in the whole system, in ascending order.
using Menu = std::vector<std::uint8_t>;

/// A state that a search has looked at.
struct SeenState {
    Fingerprint print;
    std::uint16_t menu = 0;  ///< its number in `Seen::menus`
};

/// What a search has looked at.
struct Seen {
    std::vector<Menu> menus;
    std::map<std::size_t, std::vector<SeenState>> states;  ///< by fault budget; some perhaps twice
};

/// Puts them into the order of their fingerprints, each once.
void sort_out(std::vector<SeenState>& states);

/// The runs of a system whose first fault is one of some: searched one after the other, portions
/// that share out the faults among them hold every run, and those without a fault each.
///
/// It keeps the states whose fingerprint and then options were asked for, as `exhaustive` does of
/// every state on one thread: several portions count a state if their runs meet there, so that sets
/// of states can be united, but their numbers cannot be added.
class Portion final : public TransitionSystem {
public:
    using IsMine = std::function<bool(const Option& fault)>;

    /// `system` must outlive the portion, and nobody else moves it meanwhile.
    Portion(TransitionSystem& system, IsMine is_mine)
        : system_(system), is_mine_(std::move(is_mine)) {}

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

    [[nodiscard]] const Seen& seen() const { return seen_; }
    void forget();

private:
    static constexpr std::size_t sort_at_first = std::size_t{1} << 16U;

    void arrive(bool calm);
    void keep(std::span<const Option> options) const;

    TransitionSystem& system_;
    const IsMine is_mine_;
    bool calm_ = true;  // no fault has struck yet
    std::size_t budget_ = 0;

    // What follows is found out when it is asked for.
    mutable bool chosen_ = false;
    mutable std::vector<Option> options_;     // of a calm state
    mutable std::vector<std::size_t> index_;  // in the system
    mutable bool looked_at_ = false;          // its fingerprint was asked for
    mutable Fingerprint print_;
    mutable Seen seen_;
    mutable std::map<Fingerprint, std::uint16_t> numbers_;  // of menus, by their content
    mutable Menu menu_;
    mutable std::size_t sort_at_ = sort_at_first;  // so many states of the budget
};

}  // namespace onceproof::explore
