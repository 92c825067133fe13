#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/world/world.hpp"

// What each fault does to the step it strikes.

namespace onceproof::world {

using history::Mark;

void World::strike(std::size_t actor, Operation& operation, const FaultRule& rule) {
    mark_hit(actor);
    if (strikes_waiting(rule.kind)) {
        end_wait(actor, operation);
        return;
    }
    const bool on_reply = operation.code == OpCode::call_reply;
    switch (rule.kind) {
        using enum FaultKind;
        case request_lost:
            lose(actor, operation, false);
            return;
        case reply_lost:
            if (on_reply) {
                note_call(actor, actor, operation);
                end(actor);
            } else {
                lose(actor, operation, true);
            }
            return;
        case late:
            hold_back(actor, operation, rule);
            return;
        case resent:
            resend(actor, operation);
            return;
        case stall:
            if (apply(actor, operation)) {
                finish(actor, rule.duration);
            }
            return;
        case refused:
            cut_connection(actor, operation);
            refuse(actor, operation, {ErrorKind::unavailable, Certainty::definite});
            return;
        case crash_before:
            crash_process_of(actor, state_->actors[actor].instance);
            return;
        case crash_after: {
            const std::size_t instance = state_->actors[actor].instance;
            if (on_reply) {
                perform(actor, operation);
            } else {
                apply(actor, operation);
            }
            crash_process_of(actor, instance);
            return;
        }
        case statement_error: {
            auto& call = static_cast<SqlOperation&>(operation);
            begin_if_due(call.session);
            refuse(actor, operation, stores_.fail_statement(call.session));
            return;
        }
        case connection_killed: {
            const Error error = lost_error(operation, ErrorKind::connection_lost);
            kill_session(static_cast<SqlOperation&>(operation).session);
            refuse(actor, operation, error);
            return;
        }
        case declined:
            refuse(actor, operation, {ErrorKind::declined, Certainty::definite});
            return;
        default:
            ENSURE(false);
    }
}

void World::mark_hit(std::size_t actor) {
    state_->actors[actor].hit = true;
    if (cast_[actor].role == Role::task) {
        state_->actors[cast_[actor].handler].hit = true;
    }
}

void World::cut_connection(std::size_t actor, const Operation& operation) {
    const Target target = target_of(operation.code);
    if (target == Target::database) {
        kill_session(static_cast<const SqlOperation&>(operation).session);
    } else if (target == Target::broker) {
        take_back_from(actor);
    }
}

void World::refuse(std::size_t actor, Operation& operation, Error error) {
    fail(actor, operation, error);
    log_stopped(actor, operation, {.reach = Reach::refused, .seen = error});
    note_refusal(actor, operation, Mark::message, error);
    finish(actor, Duration{0});
}

void World::lose(std::size_t actor, Operation& operation, bool applied) {
    if (is_call(operation.code)) {
        ActorState& caller = state_->actors[actor];
        note_call(actor, lane_of(Target::service), operation);
        caller.status = Status::waiting;
        caller.wake_at = state_->now + static_cast<CallOperation&>(operation).timeout;
        return;
    }
    const Error error = lost_error(operation, ErrorKind::timeout);
    if (!applied) {
        log_stopped(actor, operation, {.reach = Reach::lost, .seen = error});
        note_call(actor, lane_of(target_of(operation.code)), operation);
    } else {
        apply(actor, operation);
        if (stores_.log() != nullptr) {
            stores_.log()->sender_sees(error);
        }
    }
    cut_connection(actor, operation);
    fail(actor, operation, error);
    wait_for_reply(actor, patience_with(operation));
}

void World::resend(std::size_t actor, Operation& operation) {
    if (is_call(operation.code)) {
        auto& call = static_cast<CallOperation&>(operation);
        perform(actor, operation);
        // A refused connection delivers neither copy.
        if (state_->actors[actor].status == Status::waiting) {
            const std::size_t caller = cast_[actor].caller;
            start_handler(
                cast_.handler(caller, call.attempt, 1), call.instance, call.code, *call.request
            );
        }
        return;
    }
    apply(actor, operation);
    perform(actor, operation);
}

void World::hold_back(std::size_t actor, const Operation& operation, const FaultRule& rule) {
    LateMessage message;
    message.code = operation.code;
    message.actor = actor;
    Duration patience = patience_with(operation);
    note_call(actor, lane_of(target_of(operation.code)), operation);
    if (const auto* call = dynamic_cast<const CallOperation*>(&operation)) {
        patience = call->timeout;
        message.session = call->attempt;
        message.request = *call->request;
    } else if (const auto* command = dynamic_cast<const KvOperation*>(&operation)) {
        message.key = command->key;
        message.value = command->value;
        message.expected = command->expected;
        message.options = command->options;
        message.ttl = command->ttl;
        message.session = command->session;
    } else if (const auto* charge = dynamic_cast<const GatewayOperation*>(&operation)) {
        message.request = *charge->request;
        if (charge->downstream_key.has_value()) {
            message.downstream_key = std::string(*charge->downstream_key);
        }
    } else if (const auto* publish = dynamic_cast<const BrokerOperation*>(&operation)) {
        message.request = *publish->request;
        message.key = publish->message_id;
        message.session = state_->actors[actor].publish;
    } else {
        message.session = dynamic_cast<const SqlOperation&>(operation).session;
    }
    message.due = state_->now + patience + rule.duration;
    {
        const Region::Use use(network_region_);
        const auto place = std::ranges::upper_bound(*late_, message.due, {}, &LateMessage::due);
        late_->insert(place, message);
    }
    ActorState& state = state_->actors[actor];
    if (is_call(operation.code)) {
        state.status = Status::waiting;
        state.wake_at = state_->now + patience;
        return;
    }
    const Error error = lost_error(operation, ErrorKind::timeout);
    log_stopped(actor, operation, {.reach = Reach::held_back, .seen = error});
    fail(actor, *state.operation, error);
    if (operation.code == OpCode::sql_commit) {
        // The server still holds the transaction, but no longer for this client.
        SessionState& session = state_->sessions[message.session];
        session = {.open = false, .dead = true};
        --state_->instances[state.instance].connections;
    }
    wait_for_reply(actor, patience);
}

void World::deliver_late() {
    // Everything of the message lives and dies in the network's region, results that nobody reads
    // with it.
    const Region::Use use(network_region_);
    const LateMessage message = late_->front();
    late_->erase(late_->begin());
    std::string text = "arrives late: " + std::string(name_of(message.code));
    if (is_call(message.code)) {
        const std::size_t caller = cast_[message.actor].caller;
        const std::size_t attempt = message.session;
        const std::size_t instance = instance_of(message.actor, attempt);
        if (state_->instances[instance].alive) {
            start_handler(
                cast_.handler(caller, attempt, 0), instance, message.code, message.request
            );
        }
    } else if (target_of(message.code) == Target::redis) {
        KvOperation command(message.code);
        command.key = message.key;
        command.value = message.value;
        command.expected = message.expected;
        command.options = message.options;
        command.ttl = message.ttl;
        command.session = static_cast<std::uint8_t>(message.session);
        if (const std::optional<Error> error = refusal(command)) {
            command.fail(*error);
            log_stopped(message.actor, command, {.reach = Reach::refused});
        } else {
            stores_.apply(command, network_region_, state_->now);
        }
        text = "arrives late: " + command.call_text() + " -> " + command.result_text();
    } else if (target_of(message.code) == Target::gateway) {
        GatewayOperation charge(message.code);
        charge.request = &message.request;
        charge.downstream_key = message.downstream_key;
        stores_.apply(charge, network_region_);
        text = "arrives late: " + charge.call_text() + " -> " + charge.result_text();
    } else if (target_of(message.code) == Target::broker) {
        BrokerOperation publish(message.code);
        publish.request = &message.request;
        publish.message_id = message.key;
        Stores::Party party;
        party.producer = {message.actor, message.session};
        stores_.apply(publish, party, network_region_, state_->now);
        text = "arrives late: " + publish.call_text() + " -> " + publish.result_text();
    } else {
        SqlOperation commit(message.code);
        commit.session = message.session;
        const bool applied = stores_.apply(commit, network_region_, state_->now);
        ENSURE(applied);
    }
    const Region::Outside outside;
    if (stores_.log() != nullptr && !is_call(message.code)) {
        stores_.log()->was_late();
    }
    note(Cast::network(), lane_of(target_of(message.code)), Mark::message, text);
}

Error World::lost_error(const Operation& operation, ErrorKind kind) const {
    Certainty certainty = Certainty::indefinite;
    if (target_of(operation.code) == Target::database) {
        // Inside a transaction nothing lasts without the commit, so all but a lost commit is
        // definite.
        kind = ErrorKind::connection_lost;
        const auto& call = static_cast<const SqlOperation&>(operation);
        const bool in_transaction = state_->sessions[call.session].begun;
        certainty = in_transaction && operation.code != OpCode::sql_commit ? Certainty::definite
                                                                           : Certainty::indefinite;
    } else if (operation.code == OpCode::gateway_find || operation.code == OpCode::broker_next) {
        certainty = Certainty::definite;
    }
    return {kind, certainty};
}

Duration World::patience_with(const Operation& operation) const {
    switch (target_of(operation.code)) {
        case Target::redis:
            return config_.kv_timeout;
        case Target::database:
            return config_.sql_timeout;
        case Target::gateway:
            return config_.gateway_timeout;
        case Target::broker:
            return static_cast<const BrokerOperation&>(operation).patience;
        default:
            return Duration{0};
    }
}

}  // namespace onceproof::world
