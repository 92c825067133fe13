#include "model/base/ensure.hpp"
#include "model/world/world.hpp"

// How handlers begin, answer and end, and how an instance dies.

namespace onceproof::world {

std::uint8_t World::instance_of(std::size_t caller, std::size_t attempt) const {
    return static_cast<std::uint8_t>((cast_[caller].caller + attempt) % config_.instances);
}

void World::start_handler(
    std::size_t handler, std::size_t instance, OpCode code, const Request& request
) {
    ActorState& state = state_->actors[handler];
    if (is_active(state.status)) {
        end(handler);
    }
    const std::uint8_t ids = state.ids;  // a uuid is never drawn twice
    state = ActorState{};
    state.ids = ids;
    state.status = Status::starting;
    state.instance = static_cast<std::uint8_t>(instance);
    state.issuing = code == OpCode::call_issue;
    if (keys_change_) {
        {
            const Region::Use use(region(handler));
            state_->requests[handler] = new Request(request);
        }
        observe(handler, request.key);
    }
}

void World::answer(std::size_t handler, const Reply& reply) {
    const std::size_t caller = Cast::caller(cast_[handler].caller);
    ActorState& state = state_->actors[caller];
    auto* call = static_cast<CallOperation*>(state.operation);
    ENSURE(state.status == Status::waiting);
    // A key is no effect; what keeps it from being made can still be a foreign error.
    const bool is_key = state_->actors[handler].issuing && reply.kind != ReplyKind::error;
    if (!state_->sweeping && !is_key) {
        judge_answer(handler, caller, reply);
    }
    {
        const Region::Use use(region(caller));
        call->result = reply;
    }
    resume(caller);
    end(handler);
    // A request that was delivered twice may have a second answer ready.
    drop_vain_answers();
}

void World::drop_vain_answers() {
    for (std::size_t i = 0; i < cast_.handlers(); ++i) {
        drop_vain_answer(cast_.first_handler() + i);
    }
}

void World::end(std::size_t actor) {
    release_sessions(actor);
    ActorState& state = state_->actors[actor];
    state.status = Status::ended;
    state.operation = nullptr;
    regions_[actor]->clear();
    const Role role = cast_[actor].role;
    if (role == Role::handler || role == Role::consumer || role == Role::relay) {
        stop_task(actor);
    }
    if (role == Role::consumer) {
        take_back_from(actor);
    }
}

void World::release_sessions(std::size_t actor) {
    for (std::size_t which = 0; which < sessions_per_actor; ++which) {
        const std::size_t session = session_of(actor, which);
        if (state_->sessions[session].open) {
            close(actor, session);
        }
    }
}

void World::kill_session(std::size_t session) {
    stores_.roll_back(session, SqlEnding::killed);
    state_->sessions[session].dead = true;
    state_->sessions[session].begun = false;
    state_->sessions[session].sent = false;
}

void World::crash(std::size_t instance) {
    if (recording_) {
        const std::size_t lane = lane_of(Target::service);
        note(
            lane, lane, history::Mark::local, "instance " + std::to_string(instance + 1) + " dies"
        );
    }
    InstanceState& process = state_->instances[instance];
    process.alive = false;
    process.restart_at = state_->now + config_.restart;
    if (stores_.redis().first_session(state_->now) != 0) {
        end_kv_session(instance, state_->now + config_.session);
    }
    for (std::size_t actor = cast_.first_handler(); actor < cast_.size(); ++actor) {
        const ActorState& state = state_->actors[actor];
        if (!is_active(state.status) || state.instance != instance) {
            continue;
        }
        end(actor);
        if (cast_[actor].role != Role::handler) {
            continue;
        }
        const std::size_t caller = Cast::caller(cast_[actor].caller);
        ActorState& waiting = state_->actors[caller];
        auto* call = static_cast<CallOperation*>(waiting.operation);
        if (waiting.status == Status::waiting && call->attempt == cast_[actor].attempt) {
            fail(caller, *call, {ErrorKind::connection_lost, Certainty::indefinite});
            resume(caller);
        }
    }
    process.connections = 0;
}

}  // namespace onceproof::world
