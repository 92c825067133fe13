#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"

namespace onceproof::litmus {

/// Two tasks of `steps` steps each, with a bug of a known depth: `order` is broken when the steps
/// that `bug` names happen in just that order.
struct Ordered {
    enum Guarantee : std::uint8_t {
        order = 1
    };

    /// Step `number` (from 1) of a task.
    struct Step {
        std::uint8_t task = 0;
        std::uint8_t number = 0;

        friend bool operator==(const Step&, const Step&) = default;
    };
    struct State {
        std::array<std::uint8_t, 2> done{};
        std::uint8_t in_order = 0;  ///< steps of the bug so far
        bool missed = false;        ///< one of them came too early
    };

    std::uint8_t steps = 1;
    std::vector<Step> bug = {};

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t /*faults_left*/, OptionList& list) const {
        for (std::uint8_t actor = 0; actor < 2; ++actor) {
            if (state.done[actor] < steps) {
                list.add({actor, 0, 0, 0});
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        const Step step{option.actor, ++state.done[option.actor]};
        const auto place = std::find(bug.begin(), bug.end(), step) - bug.begin();
        if (place == static_cast<std::ptrdiff_t>(bug.size()) || state.missed) {
            return;
        }
        state.missed = place != state.in_order++;
        if (!state.missed && state.in_order == bug.size()) {
            violations.push_back({order, "the steps came in the bad order"});
        }
    }

    void hash(const State& state, Hasher& hasher) const {
        hasher.add(static_cast<std::uint64_t>(state.done[0] << 8 | state.done[1]));
        hasher.add(static_cast<std::uint64_t>(state.in_order << 1 | (state.missed ? 1 : 0)));
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        return std::string(option.actor == 0 ? "t0" : "t1") + ":step";
    }
};

}  // namespace onceproof::litmus
