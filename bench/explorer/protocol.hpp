#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"
#include "bench/explorer/protocol_parts.hpp"

namespace onceproof::litmus {

/// Deduplication with a status row: workers handle attempts of one logical request, responses can
/// get lost.
///
/// The client sends up to `attempts_max` attempts until an answer arrives; each worker takes one,
/// reads the row, claims it, makes the effect, marks it done and answers. The effect must happen
/// once at most (`single_effect`) and a success answer means that it happened (`right_answer`).
struct Protocol : ProtocolParts {
    Variant variant;
    std::uint8_t workers;
    std::uint8_t attempts_max;
    Symmetry symmetry = Symmetry::off;

    Protocol(Variant which, std::uint8_t worker_count, std::uint8_t attempts)
        : variant(which), workers(worker_count), attempts_max(attempts) {
        ENSURE(workers <= workers_max);
    }

    [[nodiscard]] State start() const { return {}; }

    void options(const State& state, std::size_t faults_left, OptionList& list) const {
        const bool faulty = faults_left > 0;
        if (state.sent < attempts_max && !state.answered) {
            list.add({0, send, 0, ok});
            if (faulty) {
                list.add({0, send, 0, lost});
            }
        }
        for (std::uint8_t worker = 0; worker < workers; ++worker) {
            options_of(state, worker, faulty, list);
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        const State before = state;
        if (option.actor == 0) {
            ++state.sent;
            state.waiting =
                static_cast<std::uint8_t>(state.waiting + (option.outcome == ok ? 1 : 0));
        } else {
            step(state, state.workers[option.actor - 1U], option);
        }
        if (before.effects <= 1 && state.effects > 1) {
            violations.push_back({single_effect, "the effect happened twice"});
        }
        const bool was_right = !before.answered || before.effects == 1;
        if (was_right && state.answered && state.effects != 1) {
            violations.push_back({right_answer, "success was answered without exactly one effect"});
        }
    }

    void hash(const State& state, Hasher& hasher) const {
        const bool alike = symmetry == Symmetry::on;
        hasher.add(alike ? packed_alike(state, workers) : packed(state, workers));
    }

    [[nodiscard]] std::string describe(const explore::Option& option) const { return name(option); }

private:
    /// The operation that a worker does next at each place; at `busy` there may be a second one.
    [[nodiscard]] Operation next_of(Place place) const {
        switch (place) {
            case Place::idle:
                return take;
            case Place::read:
                return read;
            case Place::insert:
                return variant == Variant::transaction ? transaction : insert;
            case Place::busy:
                return busy;
            case Place::retake:
                return retake;
            case Place::effect:
                return effect;
            case Place::done:
                return mark_done;
            case Place::failed:
                return mark_failed;
            case Place::answer_ok:
            case Place::answer_error:
                return answer;
        }
        return take;
    }

    void options_of(const State& state, std::uint8_t worker, bool faulty, OptionList& list) const {
        const Place place = state.workers[worker];
        if (place == Place::idle && state.waiting == 0) {
            return;
        }
        const auto actor = static_cast<std::uint8_t>(worker + 1);
        const Operation next = next_of(place);
        list.add({actor, next, 0, ok});
        if (place == Place::busy && takes_over(state)) {
            list.add({actor, takeover, 0, ok});
        }
        if (!faulty || place == Place::idle) {
            return;
        }
        // Losing the busy answer and crashing there lead to the same state: only the first is
        // offered.
        if (next == answer || next == busy) {
            list.add({actor, next, 0, lost});
            return;
        }
        if (next == effect || (next == transaction && state.row == Row::none)) {
            list.add({actor, next, 0, fails});
        }
        list.add({actor, next, 0, crash});
    }

    [[nodiscard]] bool takes_over(const State& state) const {
        if (variant != Variant::detected_takeover) {
            return variant == Variant::takeover;
        }
        for (std::uint8_t worker = 0; worker < workers; ++worker) {
            const Place place = state.workers[worker];
            if (place == Place::effect || place == Place::done || place == Place::failed) {
                return false;
            }
        }
        return true;
    }

    static void step(State& state, Place& place, const explore::Option& option) {
        if (option.outcome == crash || option.outcome == lost) {
            place = Place::idle;
            return;
        }
        const bool fails_now = option.outcome == fails;
        switch (static_cast<Operation>(option.operation)) {
            case send:
                break;
            case take:
                --state.waiting;
                place = Place::read;
                break;
            case read:
                place = after_read(state.row);
                break;
            case insert:
                claim(state, place, Row::none);
                break;
            case retake:
                claim(state, place, Row::failed);
                break;
            case takeover:
                claim(state, place, Row::pending);
                break;
            case busy:
                place = Place::idle;
                break;
            case effect:
                state.effects = static_cast<std::uint8_t>(state.effects + (fails_now ? 0 : 1));
                place = fails_now ? Place::failed : Place::done;
                break;
            case mark_done:
                state.row = Row::done;
                place = Place::answer_ok;
                break;
            case mark_failed:
                state.row = Row::failed;
                place = Place::answer_error;
                break;
            case answer:
                state.answered = state.answered || place == Place::answer_ok;
                place = Place::idle;
                break;
            case transaction:
                transact(state, place, fails_now);
                break;
        }
    }

    static Place after_read(Row row) {
        switch (row) {
            case Row::none:
                return Place::insert;
            case Row::pending:
                return Place::busy;
            case Row::done:
                return Place::answer_ok;
            case Row::failed:
                return Place::retake;
        }
        return Place::read;
    }

    static void claim(State& state, Place& place, Row expected) {
        const bool granted = state.row == expected;
        state.row = granted ? Row::pending : state.row;
        place = granted ? Place::effect : Place::read;
    }

    static void transact(State& state, Place& place, bool fails_now) {
        if (fails_now) {
            place = Place::answer_error;
        } else if (state.row == Row::none) {
            state.row = Row::done;
            ++state.effects;
            place = Place::answer_ok;
        } else {
            place = Place::read;
        }
    }
};

using ProtocolSystem = Machine<Protocol>;

}  // namespace onceproof::litmus
