#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"

namespace onceproof::litmus {

/// Two callers who each look whether the effect is there, make it if not, and end: one pre-emption
/// between the look and the effect breaks `once`. A caller's effect can be lost on the way, which
/// is a fault.
struct CheckThenAct {
    enum Operation : std::uint8_t {
        check,
        act
    };
    enum Outcome : std::uint8_t {
        ok,
        lost
    };
    enum Guarantee : std::uint8_t {
        once = 1
    };
    enum class Place : std::uint8_t {
        checks,
        acts,
        ended
    };

    struct State {
        std::uint8_t effects = 0;
        std::array<Place, 2> callers{};
    };

    bool guarded = false;  ///< the effect itself refuses to happen twice: nothing breaks

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t faults_left, OptionList& list) const {
        for (std::uint8_t actor = 0; actor < 2; ++actor) {
            if (state.callers[actor] == Place::checks) {
                list.add({actor, check, 0, ok});
            } else if (state.callers[actor] == Place::acts) {
                list.add({actor, act, 0, ok});
                if (faults_left > 0) {
                    list.add({actor, act, 0, lost});
                }
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        Place& place = state.callers[option.actor];
        if (option.operation == check) {
            place = state.effects == 0 ? Place::acts : Place::ended;
            return;
        }
        place = Place::ended;
        const bool refused = guarded && state.effects > 0;
        if (option.outcome == ok && !refused && ++state.effects == 2) {
            violations.push_back({once, "both callers made the effect"});
        }
    }

    void hash(const State& state, Hasher& hasher) const {
        hasher.add(state.effects);
        hasher.add(static_cast<std::uint64_t>(state.callers[0]));
        hasher.add(static_cast<std::uint64_t>(state.callers[1]));
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        std::string text = option.actor == 0 ? "c0" : "c1";
        text += option.operation == check ? ":check" : ":act";
        text += option.outcome == ok ? "" : ":lost";
        return text;
    }
};

}  // namespace onceproof::litmus
