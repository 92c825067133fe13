#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::litmus {

/// The options of one state, without memory of its own outside.
class OptionList {
public:
    void add(explore::Option option) {
        ENSURE(count_ < options_.size());
        options_[count_++] = option;
    }
    void clear() { count_ = 0; }

    /// Brings the calm option to the front: `last_actor` goes on if it can, otherwise whoever
    /// stands first.
    void calm_first(std::uint8_t last_actor) {
        std::size_t calm = count_;
        for (std::size_t index = 0; index < count_; ++index) {
            const explore::Option& option = options_[index];
            if (option.outcome == 0 && (calm == count_ || option.actor == last_actor)) {
                calm = index;
                if (option.actor == last_actor) {
                    break;
                }
            }
        }
        if (calm != count_ && calm != 0) {
            const explore::Option option = options_[calm];
            std::copy_backward(
                options_.begin(),
                options_.begin() + static_cast<std::ptrdiff_t>(calm),
                options_.begin() + static_cast<std::ptrdiff_t>(calm) + 1
            );
            options_[0] = option;
        }
    }

    [[nodiscard]] std::span<const explore::Option> span() const {
        return {options_.data(), count_};
    }

    /// Fills a list anew. Where it stands is known to the object alone, so that a compiler keeps it
    /// in a register: options are bytes, and could be anything's.
    class Writer {
    public:
        explicit Writer(OptionList& list) : list_(list), next_(list.options_.data()) {}
        ~Writer() { list_.count_ = static_cast<std::size_t>(next_ - list_.options_.data()); }
        Writer(const Writer&) = delete;
        Writer& operator=(const Writer&) = delete;

        void add(explore::Option option) {
            ENSURE(next_ != list_.options_.data() + list_.options_.size());
            *next_++ = option;
        }

    private:
        OptionList& list_;
        explore::Option* next_;
    };

private:
    std::array<explore::Option, 48> options_{};
    std::size_t count_ = 0;
};

/// What a litmus system is made of: a state that can be copied, and rules that change it.
template <class R>
concept Rules = std::copyable<typename R::State> && requires(
    const R& rules,
    typename R::State& state,
    const typename R::State& fixed,
    const explore::Option& option,
    OptionList& options,
    Hasher& hasher,
    std::vector<explore::Violation>& violations
) {
    { rules.start() } -> std::same_as<typename R::State>;
    rules.options(fixed, std::size_t{}, options);  // std::size_t: faults that may still strike
    rules.apply(state, option, violations);
    rules.hash(fixed, hasher);
    { rules.describe(option) } -> std::same_as<std::string>;
};

/// A transition system over plain rules: a snapshot is a copy of the state. The actor that ran last
/// orders the options but is no part of the state; the number of faults that struck is.
template <Rules R>
class Machine final : public explore::TransitionSystem {
public:
    explicit Machine(R rules) : rules_(std::move(rules)) { Machine::reset(0); }

    [[nodiscard]] std::span<const explore::Option> enabled() const override {
        if (!listed_) {
            list();
        }
        return options_.span();
    }

    void take(std::size_t index) override {
        ENSURE(index < enabled().size());
        const explore::Option option = options_.span()[index];
        violations_.clear();
        rules_.apply(now_.state, option, violations_);
        now_.faults += option.outcome != 0 ? 1 : 0;
        now_.last_actor = option.actor;
        listed_ = false;
    }

    [[nodiscard]] Fingerprint fingerprint() const override {
        Hasher hasher;
        hasher.add(now_.faults);
        rules_.hash(now_.state, hasher);
        return hasher.finish();
    }

    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return violations_;
    }

    void reset(std::size_t fault_budget) override {
        fault_budget_ = fault_budget;
        now_ = {rules_.start(), 0, 0};
        violations_.clear();
        listed_ = false;
    }

    [[nodiscard]] explore::Snapshot save() const override {
        static_cast<void>(enabled());
        return std::make_shared<const Copy>(now_, options_);
    }

    void restore(const explore::Snapshot& snapshot) override {
        const auto& copy = static_cast<const Copy&>(*snapshot);
        now_ = copy.now;
        options_ = copy.options;
        listed_ = true;
        violations_.clear();
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const override {
        return rules_.describe(option);
    }

    [[nodiscard]] const typename R::State& state() const { return now_.state; }

private:
    struct Now {
        typename R::State state;
        std::size_t faults = 0;
        std::uint8_t last_actor = 0;
    };
    struct Copy final : explore::SnapshotData {
        Copy(const Now& what, const OptionList& next) : now(what), options(next) {
            holds(sizeof(Copy));
        }
        Now now;
        OptionList options;
    };

    void list() const {
        options_.clear();
        rules_.options(now_.state, fault_budget_ - now_.faults, options_);
        options_.calm_first(now_.last_actor);
        listed_ = true;
    }

    R rules_;
    Now now_;
    std::size_t fault_budget_ = 0;
    mutable bool listed_ = false;
    mutable OptionList options_;  // of this state, once somebody has asked
    std::vector<explore::Violation> violations_;
};

}  // namespace onceproof::litmus
