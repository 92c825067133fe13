#include <algorithm>

#include "model/world/world.hpp"

// What makes two states of a world the same.

namespace onceproof::world {
namespace {

std::uint64_t distance(Instant from, Instant to) {
    return static_cast<std::uint64_t>((to - from).count());
}

void add_message(Hasher& hasher, const LateMessage& message, Instant now) {
    hasher.add(static_cast<std::uint64_t>(message.code) + (message.actor << 8U));
    hasher.add(distance(now, message.due));
    hasher.add(message.key);
    hasher.add(message.value);
    hasher.add(message.expected);
    hasher.add(static_cast<std::uint64_t>(message.options.when));
    hasher.add(static_cast<std::uint64_t>(message.options.ttl.value_or(Duration{-1}).count()));
    hasher.add(static_cast<std::uint64_t>(message.ttl.count()));
    hasher.add(message.request.key);
    hasher.add(message.request.order);
    hasher.add(message.request.user);
    hasher.add(static_cast<std::uint64_t>(message.request.amount));
    hasher.add(message.downstream_key.has_value() ? 1 : 0);
    hasher.add(std::string_view(message.downstream_key.has_value() ? *message.downstream_key : ""));
    hasher.add(message.session);
}

}  // namespace

Fingerprint World::fingerprint() const {
    const State& state = *state_;
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(state.phase));
    const std::size_t budget_left = fault_budget_ - state.faults_used;
    hasher.add(budget_left);
    for (std::size_t rule = 0; rule < config_.faults.size(); ++rule) {
        hasher.add(std::min(budget_left, config_.faults[rule].max - state.rule_used[rule]));
    }
    if (state.phase == Phase::settling) {
        hasher.add(state.settled);
        hasher.add((state.sweeping ? 1 : 0) + (state.retrying ? 2 : 0));
        hasher.add(distance(state.settle_start, state.now));
    }
    if (state.broker_up_at > state.now) {
        hasher.add(distance(state.now, state.broker_up_at));
    }
    if (state.time_observed) {
        hasher.add(distance(Instant{}, state.now));
    }
    for (const InstanceState& instance : state.instances) {
        hasher.add(instance.alive ? 0 : 1 + distance(state.now, instance.restart_at));
        hasher.add(instance.connections);
    }
    for (const ActorState& actor : state.actors) {
        hasher.add(
            static_cast<std::uint64_t>(actor.status) + (std::uint64_t{actor.ids} << 16U) +
            (std::uint64_t{actor.publish} << 24U) + (std::uint64_t{actor.rounds} << 32U)
        );
        if (!is_active(actor.status)) {
            continue;
        }
        if (actor.status == Status::dead) {
            hasher.add(distance(state.now, actor.wake_at));
            continue;
        }
        hasher.add(actor.hit ? 1 : 0);
        hasher.add(actor.observed);
        hasher.add(actor.operations + (std::uint64_t{actor.instance} << 32U));
        if (actor.status == Status::sleeping || actor.status == Status::waiting) {
            hasher.add(distance(state.now, actor.wake_at));
        }
        if (actor.status == Status::sleeping && actor.operation != nullptr) {
            // Its operation has been applied, and it will see the result when it wakes.
            actor.operation->hash_result(hasher);
        }
    }
    for (const SessionState& session : state.sessions) {
        if (session.open) {
            hasher.add(
                1 + (session.dead ? 2 : 0) + (session.begun ? 4 : 0) + (session.sent ? 8 : 0)
            );
        }
    }
    for (const guarantee::KeyBook& book : state.books) {
        hasher.add(
            book.effects + (book.told_success ? 256 : 0) + (book.left_in_progress ? 512 : 0) +
            (book.recovered ? 1024 : 0) + (book.retry_told ? 2048 : 0)
        );
        hasher.add(static_cast<std::uint64_t>(book.amount));
    }
    for (const LateMessage& message : *late_) {
        add_message(hasher, message, state.now);
    }
    stores_.hash(hasher, state.now);
    return hasher.finish();
}

}  // namespace onceproof::world
