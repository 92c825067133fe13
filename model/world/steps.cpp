#include <algorithm>
#include <utility>
#include <variant>

#include "model/base/ensure.hpp"
#include "model/world/world.hpp"

// One step of a world: the announced operation takes effect at its target, and its actor runs on.

namespace onceproof::world {
namespace {

bool tells_time(const Result<Rows>& result) {
    return result.ok() && std::ranges::any_of(result->rows, [](const std::vector<Value>& row) {
               return std::ranges::any_of(row, [](const Value& value) {
                   return std::holds_alternative<Instant>(value);
               });
           });
}

}  // namespace

void World::take(std::size_t option) {
    ENSURE(option < enabled().size());
    const explore::Option chosen = menu_[option];
    if (restore_by_ == RestoreBy::replay) {
        path_.push_back(static_cast<std::uint16_t>(option));
    }
    menu_is_current_ = false;
    violations_.clear();
    state_region_.touch();
    for (InstanceState& instance : state_->instances) {
        instance.open_at_most = instance.connections;
    }
    if (chosen.outcome != 0) {
        const std::size_t rule = rules_.rule_of(chosen.outcome);
        ++state_->faults_used;
        ++state_->rule_used[rule];
        striking_ = &config_.faults[rule];
    }
    if (stores_.log() != nullptr) {
        stores_.log()->begin_step(striking_ == nullptr ? FaultKind::none : striking_->kind);
    }
    const auto code = static_cast<OpCode>(chosen.operation);
    state_->moments_passed += timed_.has_value() && timed_->has_come(*state_) ? 1 : 0;
    if (code == OpCode::time_pass) {
        // Nothing strikes at this moment.
    } else if (chosen.actor == Cast::environment()) {
        if (target_of(code) == Target::broker) {
            strike_broker(*striking_, chosen.object);
        } else {
            strike_environment(*striking_);
        }
    } else if (code == OpCode::network_deliver) {
        deliver_late();
    } else {
        state_->last_actor = chosen.actor;
        ActorState& actor = state_->actors[chosen.actor];
        Operation& operation = *actor.operation;
        if (code == OpCode::sql_deadlock) {
            const auto session = static_cast<SqlOperation&>(operation).session;
            fail(chosen.actor, operation, stores_.break_deadlock(session));
            note(
                lane_of(Target::database),
                chosen.actor,
                history::Mark::local,
                "deadlock: " + operation.call_text() + " is the victim"
            );
            finish(chosen.actor, Duration{0});
        } else if (striking_ != nullptr) {
            strike(chosen.actor, operation, *striking_);
        } else {
            perform(chosen.actor, operation);
        }
    }
    striking_ = nullptr;
    run_starting();
    count_effects(chosen.actor);
    note_stores();
    refresh_blocked();
    advance();
}

void World::perform(std::size_t actor, Operation& operation) {
    switch (operation.code) {
        case OpCode::call_send:
        case OpCode::call_issue: {
            auto& call = static_cast<CallOperation&>(operation);
            note_call(actor, lane_of(Target::service), call);
            send(actor, call);
            return;
        }
        case OpCode::call_reply: {
            const Reply& reply = *static_cast<ReplyOperation&>(operation).reply;
            const std::size_t caller = cast_[actor].caller;
            note_call(actor, Cast::caller(caller), operation);
            answer(actor, reply);
            return;
        }
        case OpCode::sql_open:
            // Enabled only while the pool has a connection: the port takes it when it runs on.
            note(actor, actor, history::Mark::local, "takes a connection from the pool");
            finish(actor, Duration{0});
            return;
        default:
            break;
    }
    if (target_of(operation.code) == Target::broker && !broker_is_up()) {
        state_->actors[actor].hit = true;
        refuse(actor, operation, {ErrorKind::unavailable, Certainty::definite});
        return;
    }
    if (apply(actor, operation)) {
        const bool working = operation.code == OpCode::gateway_charge;
        wait_for_reply(actor, working ? config_.work : Duration{0});
    }
}

bool World::apply(std::size_t actor, Operation& operation) {
    const Target target = target_of(operation.code);
    bool applied = true;
    if (const std::optional<Error> error = refusal(operation)) {
        mark_hit(actor);
        fail(actor, operation, *error);
        log_stopped(actor, operation, {.reach = Reach::refused, .seen = *error});
        if (target == Target::database) {
            kill_session(static_cast<SqlOperation&>(operation).session);
        }
    } else if (target == Target::redis) {
        stores_.apply(static_cast<KvOperation&>(operation), region(actor), state_->now);
    } else if (target == Target::gateway) {
        stores_.apply(static_cast<GatewayOperation&>(operation), region(actor));
    } else if (target == Target::broker) {
        apply_broker(actor, static_cast<BrokerOperation&>(operation));
    } else {
        auto& call = static_cast<SqlOperation&>(operation);
        begin_if_due(call.session);
        applied = stores_.apply(call, region(actor), state_->now);
        if (!applied) {
            state_->actors[actor].status = Status::blocked;
        } else if (tells_time(call.result)) {
            state_->time_observed = true;
        }
    }
    if (recording_) {
        const std::string result =
            applied ? operation.result_text() : std::string("waits for another session");
        const auto mark = operation.code == OpCode::gateway_charge ? history::Mark::effect
                                                                   : history::Mark::message;
        note(actor, lane_of(target), mark, operation.call_text() + " -> " + result);
    }
    return applied;
}

void World::begin_if_due(std::size_t session) {
    SessionState& state = state_->sessions[session];
    if (state.begun && !state.sent) {
        stores_.begin(session, state.isolation);
        state.sent = true;
    }
}

void World::fail(std::size_t actor, Operation& operation, Error error) {
    const Region::Use use(region(actor));
    operation.fail(error);
}

void World::finish(std::size_t actor, Duration delay) {
    if (delay > Duration{0}) {
        ActorState& state = state_->actors[actor];
        state.status = Status::sleeping;
        state.wake_at = state_->now + delay;
        return;
    }
    resume(actor);
}

void World::resume(std::size_t actor) {
    ActorState& state = state_->actors[actor];
    state.under_way = false;
    if (fingerprints_) {
        learn(state);
    }
    ++state.operations;
    state.operation = nullptr;
    fibers_[actor]->resume();
    if (state.status == Status::ended) {
        release_sessions(actor);
        regions_[actor]->clear();
        return;
    }
    drop_vain_answer(actor);
}

void World::drop_vain_answer(std::size_t actor) {
    const ActorState& state = state_->actors[actor];
    if (state.status != Status::ready || state.operation->code != OpCode::call_reply) {
        return;
    }
    const Part& part = cast_[actor];
    const ActorState& caller = state_->actors[Cast::caller(part.caller)];
    const auto* call = static_cast<const CallOperation*>(caller.operation);
    const OpCode answered = state.issuing ? OpCode::call_issue : OpCode::call_send;
    if (caller.status != Status::waiting || call->attempt != part.attempt ||
        call->code != answered) {
        note(actor, actor, history::Mark::local, "nobody waits for this answer any more");
        end(actor);
    }
}

void World::run_starting() {
    for (std::size_t actor = Cast::caller(0); actor < cast_.size(); ++actor) {
        if (state_->actors[actor].status == Status::starting) {
            resume(actor);
        }
    }
}

void World::refresh_blocked() {
    for (ActorState& actor : state_->actors) {
        if (actor.status == Status::blocked &&
            stores_.database().runnable(static_cast<SqlOperation&>(*actor.operation).session)) {
            actor.status = Status::ready;
        }
    }
}

void World::send(std::size_t actor, CallOperation& call) {
    ActorState& caller = state_->actors[actor];
    if (!state_->instances[call.instance].alive) {
        fail(actor, call, {ErrorKind::unavailable, Certainty::definite});
        note(lane_of(Target::service), actor, history::Mark::local, "connection refused");
        finish(actor, Duration{0});
        return;
    }
    caller.status = Status::waiting;
    caller.wake_at = state_->now + call.timeout;
    const bool settling = actor == cast_.settler();
    start_handler(
        settling ? cast_.settle_handler() : cast_.handler(cast_[actor].caller, call.attempt, 0),
        call.instance,
        call.code,
        *call.request
    );
}

}  // namespace onceproof::world
