#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"

namespace onceproof::litmus {

/// Two tasks of `steps` steps each that touch nothing of one another: C(2n, n) schedules, (n + 1)^2
/// states.
struct TwoTasks {
    using State = std::array<std::uint8_t, 2>;

    std::uint8_t steps = 1;

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t /*faults_left*/, OptionList& list) const {
        for (std::uint8_t actor = 0; actor < 2; ++actor) {
            if (state[actor] < steps) {
                list.add({actor, 0, actor, 0});
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& /*violations*/
    ) const {
        ++state[option.actor];
    }

    void hash(const State& state, Hasher& hasher) const {
        hasher.add(static_cast<std::uint64_t>(state[0] << 8 | state[1]));
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        return std::string(option.actor == 0 ? "t0" : "t1") + ":step";
    }
};

}  // namespace onceproof::litmus
