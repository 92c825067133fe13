#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/explore/transition_system.hpp"

namespace onceproof::litmus {

/// What the protocol of `Protocol` is made of: its words, and its state.
struct ProtocolParts {
    enum class Variant : std::uint8_t {
        takeover,           ///< a pending row may be taken over at any time: violates
        transaction,        ///< claim, effect and done are one transaction: safe
        fine,               ///< as takeover, without taking over: safe
        detected_takeover,  ///< taken over only if no living worker owns the row: violates by one
                            ///< crash
    };
    enum class Row : std::uint8_t {
        none,
        pending,
        done,
        failed
    };
    enum class Place : std::uint8_t {
        idle,
        read,
        insert,  // the row was not there
        busy,    // it was pending
        retake,  // it was failed
        effect,
        done,
        failed,
        answer_ok,
        answer_error,
    };
    /// Whether states that differ only in which worker is where are one.
    enum class Symmetry : std::uint8_t {
        off,
        on
    };
    enum Operation : std::uint8_t {
        send,
        take,
        read,
        insert,
        retake,
        busy,
        takeover,
        effect,
        mark_done,
        mark_failed,
        answer,
        transaction,
    };
    enum Outcome : std::uint8_t {
        ok,
        lost,
        fails,
        crash
    };
    enum Guarantee : std::uint8_t {
        single_effect = 1,
        right_answer = 2
    };
    static constexpr std::size_t workers_max = 6;
    static constexpr unsigned places_count = 10;

    struct State {
        Row row = Row::none;
        std::uint8_t effects = 0;
        std::uint8_t sent = 0;
        std::uint8_t waiting = 0;  // requests in flight; they are all alike
        bool answered = false;
        std::array<Place, workers_max> workers{};
    };

    /// All but the workers in one word's low bits.
    [[nodiscard]] static std::uint64_t packed_around(const State& state) {
        std::uint64_t word = static_cast<std::uint64_t>(state.row);
        word = (word << 1) | (state.answered ? 1U : 0U);
        word = (word << 5) | state.effects;
        word = (word << 5) | state.sent;
        return (word << 5) | state.waiting;
    }

    /// The whole state in one word, but for which worker is where: how many are at each place.
    [[nodiscard]] static std::uint64_t packed_alike(const State& state, std::uint8_t workers) {
        std::uint64_t at_each = 0;
        for (std::uint8_t worker = 0; worker < workers; ++worker) {
            at_each += std::uint64_t{1} << (3U * static_cast<unsigned>(state.workers[worker]));
        }
        return (packed_around(state) << (3U * places_count)) | at_each;
    }
    static_assert(workers_max < 8, "so many fit into three bits");

    /// The whole state in one word.
    [[nodiscard]] static std::uint64_t packed(const State& state, std::uint8_t workers) {
        std::uint64_t word = packed_around(state);
        for (std::uint8_t worker = 0; worker < workers; ++worker) {
            word = (word << 4) | static_cast<std::uint64_t>(state.workers[worker]);
        }
        return word;
    }

    [[nodiscard]] static bool violated(const State& state) {
        return state.effects > 1 || (state.answered && state.effects != 1);
    }

    [[nodiscard]] static std::string name(const explore::Option& option) {
        static constexpr std::array<std::string_view, 12> operations = {
            "send",
            "take",
            "read",
            "insert",
            "retake",
            "busy",
            "takeover",
            "effect",
            "mark-done",
            "mark-failed",
            "answer",
            "transaction",
        };
        static constexpr std::array<std::string_view, 4> outcomes = {
            "", ":lost", ":fails", ":crash"};
        std::string text(option.actor == 0 ? "client" : "w");
        if (option.actor != 0) {
            text += std::to_string(option.actor);
        }
        text += ':';
        text += option.operation < operations.size() ? operations[option.operation] : "unknown";
        text += option.outcome < outcomes.size() ? outcomes[option.outcome] : ":unknown";
        return text;
    }
};

}  // namespace onceproof::litmus
