#include "model/world/state_hash.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onceproof::world {
namespace {

std::uint64_t distance(Instant from, Instant to) {
    return static_cast<std::uint64_t>((to - from).count());
}

/// Of the database or of an ephemeral key; of others what it is.
std::uint64_t named_session(const LateMessage& message, Naming& naming) {
    if (target_of(message.code) == Target::database) {
        return naming.session(message.session);
    }
    return message.options.ephemeral ? naming.owner(message.session) : message.session;
}

void add_message(
    Hasher& hasher, const LateMessage& message, Instant now, std::size_t place, Naming& naming
) {
    hasher.add(static_cast<std::uint64_t>(message.code) + (std::uint64_t{place} << 8U));
    hasher.add(distance(now, message.due));
    naming.ordered_by(message.key);
    hasher.add(message.key);
    naming.add(hasher, message.value);
    naming.add(hasher, message.expected);
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
    naming.add(hasher, message.downstream_key.has_value() ? *message.downstream_key : "");
    hasher.add(named_session(message, naming));
}

/// What is left of an actor that does nothing, and the least that is known of any; 0: it has not
/// begun.
std::uint64_t traces_of(const ActorState& actor) {
    return static_cast<std::uint64_t>(actor.status) | (std::uint64_t{actor.ids} << 8U) |
           (std::uint64_t{actor.publish} << 16U) | (std::uint64_t{actor.rounds} << 24U);
}

/// What is known of an actor, but for its number and where it runs. What it will see when it wakes
/// is folded in as well; with `mentions`, without the callers that ids in it name.
void add_actor(Hasher& hasher, const ActorState& actor, Instant now, Mentions* mentions) {
    const std::uint64_t traces = traces_of(actor);
    if (!is_active(actor.status)) {
        hasher.add(traces);
        return;
    }
    if (actor.status == Status::dead) {
        hasher.add(traces);
        hasher.add(distance(now, actor.wake_at));
        return;
    }
    hasher.add(
        traces | (actor.hit ? 16U : 0U) | (actor.cancelled ? 32U : 0U) |
        (actor.under_way ? 64U : 0U) | (actor.bound ? 128U : 0U) |
        (std::uint64_t{actor.operations} << 32U)
    );
    hasher.add(actor.observed);
    if (actor.status == Status::sleeping || actor.status == Status::waiting) {
        hasher.add(distance(now, actor.wake_at));
    }
    if (actor.status == Status::sleeping && actor.operation != nullptr) {
        // Its operation has been applied, and it will see the result when it wakes.
        actor.operation->hash_result(hasher, mentions);
    }
}
static_assert(static_cast<unsigned>(Status::ended) < 16);

std::uint64_t session_bits(const SessionState& session) {
    return session.open ? 1U + (session.dead ? 2U : 0U) + (session.begun ? 4U : 0U) +
                              (session.sent ? 8U : 0U)
                        : 0U;
}

}  // namespace

Hasher StateHash::common() const {
    Hasher hasher;
    const std::size_t budget_left = world_.fault_budget_ - state_.faults_used;
    // Ends of outages that are still to come. Which of them there are stands in the first word, as
    // all does that says what comes behind it.
    const std::array ends{
        state_.redis_down_until,
        state_.redis_read_only_until,
        state_.database_down_until,
        state_.broker_up_at};
    std::uint64_t word = static_cast<std::uint64_t>(state_.phase) | budget_left << 8U;
    word |= state_.time_observed ? std::uint64_t{1} << 16U : 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        word |= ends[i] > state_.now ? std::uint64_t{1} << (17 + i) : 0;
    }
    if (settling_) {
        word |= std::uint64_t{state_.settled} << 24U |
                (state_.sweeping ? std::uint64_t{1} << 32U : 0) |
                (state_.retrying ? std::uint64_t{1} << 33U : 0);
    }
    hasher.add(word);
    for (const Instant end : ends) {
        if (end > state_.now) {
            hasher.add(distance(state_.now, end));
        }
    }
    if (settling_) {
        hasher.add(distance(state_.settle_start, state_.now));
    }
    if (state_.time_observed) {
        hasher.add(distance(Instant{}, state_.now));
    }
    add_rules(hasher, budget_left);
    add_keys_and_books(hasher);
    return hasher;
}

/// How often each rule may still strike: one byte each.
void StateHash::add_rules(Hasher& hasher, std::size_t budget_left) const {
    const std::vector<FaultRule>& faults = world_.config_.faults;
    std::uint64_t word = 0;
    for (std::size_t rule = 0; rule < faults.size(); ++rule) {
        word = word << 8U | std::min(budget_left, faults[rule].max - state_.rule_used[rule]);
        if (rule % 8 == 7) {
            hasher.add(std::exchange(word, 0));
        }
    }
    hasher.add(word);
}

void StateHash::add_keys_and_books(Hasher& hasher) const {
    if (world_.keys_change_) {
        for (const OrderKey& key : state_.order_keys) {
            hasher.add(key.known);
            hasher.add(key.asker);
        }
    }
    for (const guarantee::Book& book : state_.books) {
        hasher.add(
            book.effects + (book.told_success != 0 ? 256 : 0) +
            (book.left_in_progress != 0 ? 512 : 0) + (book.recovered ? 1024 : 0) +
            (book.retry_told ? 2048 : 0)
        );
    }
}

void StateHash::add_instances(Hasher& hasher, const Exchange& exchange) const {
    for (const std::uint8_t number : exchange.instances) {
        const InstanceState& instance = state_.instances[number];
        hasher.add(
            (instance.alive ? 0U : 1U) + (std::uint64_t{instance.connections} << 1U) +
            (static_cast<std::uint64_t>(instance.skew.count()) << 9U)
        );
        if (!instance.alive) {
            hasher.add(distance(state_.now, instance.restart_at));
        }
    }
}

void StateHash::add_around(Hasher& hasher, const Exchange& exchange, const Stores::Names& names)
    const {
    // A quiet retry goes to the first instance, whoever the callers were; by then all are the same.
    add_instances(hasher, settling_ ? exchanges_.front() : exchange);
    Naming naming(names.places);
    for (const LateMessage& message : *world_.late_) {
        add_message(hasher, message, state_.now, exchange.places[message.actor], naming);
    }
    const bool right = world_.stores_.hash(hasher, state_.now, names);
    if (!right || naming.ordered_by_id()) {
        world_.alike_.refute();
    }
}

Fingerprint StateHash::plain() const {
    Hasher hasher = common();
    for (const ActorState& actor : state_.actors) {
        add_actor(hasher, actor, state_.now, nullptr);
        if (is_active(actor.status)) {
            hasher.add(actor.instance);
        }
    }
    for (const SessionState& session : state_.sessions) {
        hasher.add(session_bits(session));
    }
    add_around(hasher, exchanges_.front(), {});
    if (world_.timed_.has_value()) {
        world_.timed_->hash(hasher, state_);
    }
    return hasher.finish();
}

bool StateHash::print_actors() const {
    std::vector<ActorPrint>& prints = world_.prints_;
    std::size_t mentions = 0;
    prints.resize(state_.actors.size());
    for (std::size_t number = 0; number < prints.size(); ++number) {
        const ActorState& actor = state_.actors[number];
        ActorPrint& print = prints[number];
        print.pending = {};
        if (!is_active(actor.status)) {
            // Unlike any hash, and nothing if it has not begun.
            print.own = {0, traces_of(actor)};
            continue;
        }
        Hasher hasher;
        add_actor(hasher, actor, state_.now, state_.ids_drawn ? &print.pending : nullptr);
        std::uint64_t sessions = 0;
        for (std::size_t which = 0; which < sessions_per_actor; ++which) {
            sessions =
                sessions << 8U | session_bits(state_.sessions[number * sessions_per_actor + which]);
        }
        hasher.add(sessions);
        print.own = hasher.finish();
        mentions += actor.mentions.count() + print.pending.count();
        if (print.pending.lost()) {
            world_.alike_.refute();
        }
    }
    return mentions > 0;
}

}  // namespace onceproof::world
