#include "model/world/world.hpp"

// Waits that end early: a caller cancels its request, a statement's patience with a lock ends.

namespace onceproof::world {

using history::Mark;

bool World::can_be_cancelled(std::size_t actor) const {
    const ActorState& caller = state_->actors[actor];
    if (cast_[actor].role != Role::caller || caller.status != Status::waiting) {
        return false;
    }
    const auto& call = static_cast<const CallOperation&>(*caller.operation);
    for (std::size_t copy = 0; copy < cast_.copies(); ++copy) {
        const std::size_t handler = cast_.handler(cast_[actor].caller, call.attempt, copy);
        if (is_active(state_->actors[handler].status)) {
            return true;
        }
    }
    return false;
}

void World::end_wait(std::size_t actor, Operation& operation) {
    if (is_call(operation.code)) {
        cancel(actor, static_cast<CallOperation&>(operation));
        return;
    }
    const std::size_t session = static_cast<SqlOperation&>(operation).session;
    refuse(actor, operation, stores_.fail_wait(session, ErrorKind::lock_timeout));
}

void World::cancel(std::size_t caller, CallOperation& call) {
    note(caller, lane_of(Target::service), Mark::message, "gives up and cancels the request");
    fail(caller, call, {ErrorKind::cancelled, Certainty::indefinite});
    const std::size_t attempt = call.attempt;
    resume(caller);
    for (std::size_t copy = 0; copy < cast_.copies(); ++copy) {
        const std::size_t handler = cast_.handler(cast_[caller].caller, attempt, copy);
        ActorState& state = state_->actors[handler];
        if (!is_active(state.status)) {
            continue;
        }
        state.cancelled = true;
        mark_hit(handler);
        interrupt(handler);
        if (cast_.has_tasks()) {
            interrupt(cast_.task_of(handler));
        }
        drop_vain_answer(handler);
    }
}

void World::interrupt(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    if (!state.bound || state.operation == nullptr || state.operation->code == OpCode::call_reply) {
        return;
    }
    Error error{ErrorKind::cancelled, Certainty::definite};
    if (state.status == Status::blocked) {
        const auto& call = static_cast<const SqlOperation&>(*state.operation);
        error.certainty = lost_error(call, ErrorKind::cancelled).certainty;
        stores_.fail_wait(call.session, ErrorKind::cancelled);
    } else if (state.status == Status::sleeping && state.under_way) {
        error.certainty = Certainty::indefinite;
    } else if (state.status == Status::ready) {
        const OpCode code = state.operation->code;
        if (code == OpCode::sql_commit || code == OpCode::sql_rollback) {
            stores_.roll_back(
                static_cast<const SqlOperation&>(*state.operation).session, SqlEnding::cancelled
            );
        }
    } else {
        return;
    }
    fail(actor, *state.operation, error);
    note_refusal(actor, *state.operation, Mark::local, error);
    state.status = Status::starting;
}

void World::wait_for_reply(std::size_t actor, Duration patience) {
    state_->actors[actor].under_way = can_cancel_;
    finish(actor, patience);
}

void World::call(std::size_t actor, Operation& operation) {
    if (cut_short(actor)) {
        operation.fail({ErrorKind::cancelled, Certainty::definite});
        return;
    }
    announce(actor, operation);
}

bool World::cut_short(std::size_t actor) {
    return state_->actors[actor].bound && cancelled(actor);
}

bool World::cancelled(std::size_t actor) {
    const Part& part = cast_[actor];
    const std::size_t handler = part.role == Role::task ? part.handler : actor;
    const bool cancelled = state_->actors[handler].cancelled;
    if (can_cancel_) {
        observe(actor, cancelled ? "cancelled" : "");
    }
    return cancelled;
}

void World::roll_back(std::size_t session) {
    stores_.roll_back(session, SqlEnding::cancelled);
    state_->sessions[session].begun = false;
    state_->sessions[session].sent = false;
}

}  // namespace onceproof::world
