#include <algorithm>

#include "model/world/world.hpp"

// What happens between steps: the clock and the phases of a run.

namespace onceproof::world {

void World::advance() {
    while (state_->phase != Phase::over) {
        menu_is_current_ = false;
        skip_vain_moments();
        if (!enabled().empty()) {
            return;
        }
        if (const std::optional<Instant> next = next_wake()) {
            wake(*next);
            run_starting();
            refresh_blocked();
        } else if (state_->phase == Phase::callers) {
            begin_settling();
            run_starting();
        } else if (state_->actors[cast_.settler()].status == Status::draining) {
            judge_drained();
            resume(cast_.settler());
            run_starting();
        } else {
            judge_end();
            state_->phase = Phase::over;
        }
    }
    menu_is_current_ = false;
}

std::optional<Instant> World::next_wake() const {
    std::optional<Instant> next;
    const auto consider = [&next](Instant candidate) {
        next = next.has_value() ? std::min(*next, candidate) : candidate;
    };
    for (const ActorState& actor : state_->actors) {
        if (actor.status == Status::sleeping || actor.status == Status::waiting ||
            actor.status == Status::dead) {
            consider(actor.wake_at);
        }
    }
    for (const InstanceState& instance : state_->instances) {
        if (!instance.alive) {
            consider(instance.restart_at);
        }
    }
    if (!late_->empty()) {
        consider(late_->front().due);
    }
    if (stores_.broker() != nullptr) {
        if (const std::optional<Instant> deadline = stores_.broker()->next_deadline()) {
            consider(*deadline);
        }
        if (!broker_is_up()) {
            consider(state_->broker_up_at);
        }
    }
    for (std::size_t actor = 0; timed_.has_value() && actor < cast_.size(); ++actor) {
        if (const std::optional<Instant> arrival = arrival_of(actor)) {
            consider(*arrival);
        }
    }
    if (const auto* moment = timed_.has_value() ? timed_->next(*state_) : nullptr) {
        consider(moment->at);
    }
    return next;
}

void World::wake(Instant until) {
    note_expiries(until);
    if (stores_.broker() != nullptr) {
        wake_broker(until);
    }
    state_->now = until;
    for (std::size_t i = 0; i < state_->instances.size(); ++i) {
        InstanceState& instance = state_->instances[i];
        if (!instance.alive && instance.restart_at <= until) {
            instance.alive = true;
            start_workers(i);
        }
    }
    for (std::size_t actor = 0; actor < state_->actors.size(); ++actor) {
        ActorState& state = state_->actors[actor];
        if (state.wake_at > until) {
            continue;
        }
        if (state.status == Status::waiting) {
            fail(actor, *state.operation, {ErrorKind::timeout, Certainty::indefinite});
            note(actor, actor, history::Mark::timeout, "gives up waiting for the answer");
            resume(actor);
        } else if (state.status == Status::sleeping) {
            resume(actor);
        } else if (state.status == Status::dead) {
            restart_producer(actor);
        }
    }
    // In timed order answers are on their way while callers give up.
    drop_vain_answers();
}

void World::begin_settling() {
    state_->phase = Phase::settling;
    state_->settle_start = state_->now;
    stop_faults();
    // Whoever still has a connection waits for ever, and its instance is no longer like the others.
    if (std::ranges::any_of(state_->instances, &InstanceState::connections)) {
        alike_.refute();
    }
    if (stores_.broker() != nullptr) {
        // The guarantees look when the queue has been drained.
        wake_resting_messages();
    } else {
        judge_quiet();
    }
    resume(cast_.settler());
}

}  // namespace onceproof::world
