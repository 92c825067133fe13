#include <algorithm>
#include <array>

#include "model/base/ensure.hpp"
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
    hasher.add(
        static_cast<std::uint64_t>(message.options.when) + (message.options.ephemeral ? 256 : 0)
    );
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

/// How long which store still fails.
void add_outages(Hasher& hasher, const State& state) {
    const Instant now = state.now;
    const std::array ends{
        state.redis_down_until, state.redis_read_only_until, state.database_down_until};
    if (std::ranges::none_of(ends, [now](Instant end) { return end > now; })) {
        hasher.add(0);
        return;
    }
    for (const Instant end : ends) {
        hasher.add(1 + (end > now ? distance(now, end) : 0));
    }
}

void add_actor(Hasher& hasher, const ActorState& actor, Instant now) {
    hasher.add(
        static_cast<std::uint64_t>(actor.status) + (std::uint64_t{actor.ids} << 16U) +
        (std::uint64_t{actor.publish} << 24U) + (std::uint64_t{actor.rounds} << 32U)
    );
    if (!is_active(actor.status)) {
        return;
    }
    if (actor.status == Status::dead) {
        hasher.add(distance(now, actor.wake_at));
        return;
    }
    hasher.add(
        (actor.hit ? 1 : 0) + (actor.cancelled ? 2 : 0) + (actor.under_way ? 4 : 0) +
        (actor.bound ? 8 : 0)
    );
    hasher.add(actor.observed);
    hasher.add(actor.operations + (std::uint64_t{actor.instance} << 32U));
    if (actor.status == Status::sleeping || actor.status == Status::waiting) {
        hasher.add(distance(now, actor.wake_at));
    }
    if (actor.status == Status::sleeping && actor.operation != nullptr) {
        // Its operation has been applied, and it will see the result when it wakes.
        actor.operation->hash_result(hasher);
    }
}

}  // namespace

Fingerprint World::fingerprint() const {
    ENSURE(fingerprints_);
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
    // Each at a place of its own: 0 for neither, so that one is never taken for the other.
    hasher.add(state.broker_up_at > state.now ? distance(state.now, state.broker_up_at) : 0);
    hasher.add(state.time_observed ? 1 + distance(Instant{}, state.now) : 0);
    for (const InstanceState& instance : state.instances) {
        hasher.add(instance.alive ? 0 : 1 + distance(state.now, instance.restart_at));
        hasher.add(
            instance.connections + (static_cast<std::uint64_t>(instance.skew.count()) << 8U)
        );
    }
    add_outages(hasher, state);
    if (keys_change_) {
        for (const OrderKey& key : state.order_keys) {
            hasher.add(key.known);
            hasher.add(key.asker);
        }
    }
    for (const ActorState& actor : state.actors) {
        add_actor(hasher, actor, state.now);
    }
    for (const SessionState& session : state.sessions) {
        if (session.open) {
            hasher.add(
                1 + (session.dead ? 2 : 0) + (session.begun ? 4 : 0) + (session.sent ? 8 : 0)
            );
        }
    }
    for (const guarantee::Book& book : state.books) {
        hasher.add(
            book.effects + (book.told_success != 0 ? 256 : 0) +
            (book.left_in_progress != 0 ? 512 : 0) + (book.recovered ? 1024 : 0) +
            (book.retry_told ? 2048 : 0)
        );
    }
    for (const LateMessage& message : *late_) {
        add_message(hasher, message, state.now);
    }
    stores_.hash(hasher, state.now);
    return hasher.finish();
}

}  // namespace onceproof::world
