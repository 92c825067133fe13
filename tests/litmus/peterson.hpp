#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"

namespace onceproof::litmus {

/// Peterson's lock for two tasks ("Myths about the mutual exclusion problem", 1981), each entering
/// `rounds` times, one memory access a step; waiting reads again, so the graph has cycles. With
/// `polite` off nobody gives the other the turn, and both can be inside.
struct Peterson {
    enum Operation : std::uint8_t {
        raise,
        yield_turn,
        look,
        leave
    };
    enum Guarantee : std::uint8_t {
        exclusion = 1
    };

    struct Task {
        Operation next = raise;
        bool wants = false;
        bool inside = false;
        std::uint8_t rounds = 0;
    };
    struct State {
        std::array<Task, 2> tasks{};
        std::uint8_t turn = 0;
    };

    std::uint8_t rounds = 2;
    bool polite = true;

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t /*faults_left*/, OptionList& list) const {
        for (std::uint8_t actor = 0; actor < 2; ++actor) {
            if (state.tasks[actor].rounds < rounds) {
                list.add({actor, state.tasks[actor].next, 0, 0});
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        Task& task = state.tasks[option.actor];
        const auto other = static_cast<std::uint8_t>(1 - option.actor);
        switch (static_cast<Operation>(option.operation)) {
            case raise:
                task.wants = true;
                task.next = yield_turn;
                break;
            case yield_turn:
                state.turn = polite ? other : option.actor;
                task.next = look;
                break;
            case look:
                task.inside = !state.tasks[other].wants || state.turn == option.actor;
                task.next = task.inside ? leave : look;
                break;
            case leave:
                task = {.next = raise, .wants = false, .inside = false, .rounds = task.rounds};
                ++task.rounds;
                break;
        }
        if (option.operation == look && task.inside && state.tasks[other].inside) {
            violations.push_back({exclusion, "both tasks are inside"});
        }
    }

    void hash(const State& state, Hasher& hasher) const {
        for (const Task& task : state.tasks) {
            hasher.add(static_cast<std::uint64_t>(
                task.next | (task.wants ? 4U : 0U) | (task.inside ? 8U : 0U) |
                static_cast<unsigned>(task.rounds << 4)
            ));
        }
        hasher.add(state.turn);
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        static constexpr std::array<const char*, 4> names = {":raise", ":yield", ":look", ":leave"};
        return std::string(option.actor == 0 ? "t0" : "t1") + names.at(option.operation);
    }
};

}  // namespace onceproof::litmus
