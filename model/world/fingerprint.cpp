#include <algorithm>
#include <optional>

#include "model/base/ensure.hpp"
#include "model/world/world.hpp"

// What makes two states of a world the same.
//
// Where like callers are merged, a state has the fingerprint of one of the states that come out of
// it when like callers change places: of the one whose actors, each hashed without its number, come
// in the lowest order, and among equals of the one with the lowest fingerprint. All these states
// have the same future but for who is who, so every one of them may stand for the others.

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

/// How long which store still fails.
void add_outages(Hasher& hasher, const State& state) {
    for (const Instant end :
         {state.redis_down_until, state.redis_read_only_until, state.database_down_until}) {
        hasher.add(end > state.now ? distance(state.now, end) : 0);
    }
}

/// What is known of an actor, but for its number and where it runs. What it will see when it wakes
/// is folded in as well; with `mentions`, without the callers that ids in it name.
void add_actor(Hasher& hasher, const ActorState& actor, Instant now, Mentions* mentions) {
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
    hasher.add(actor.operations);
    if (actor.status == Status::sleeping || actor.status == Status::waiting) {
        hasher.add(distance(now, actor.wake_at));
    }
    if (actor.status == Status::sleeping && actor.operation != nullptr) {
        // Its operation has been applied, and it will see the result when it wakes.
        actor.operation->hash_result(hasher, mentions);
    }
}

void add_session(Hasher& hasher, const SessionState& session) {
    if (session.open) {
        hasher.add(1 + (session.dead ? 2 : 0) + (session.begun ? 4 : 0) + (session.sent ? 8 : 0));
    }
}

}  // namespace

/// The hash of one state of a world.
class StateHash {
public:
    explicit StateHash(const World& world)
        : world_(world),
          state_(*world.state_),
          exchanges_(world.alike_.exchanges()),
          settling_(state_.phase == Phase::settling) {}

    [[nodiscard]] Fingerprint plain() const;
    [[nodiscard]] Fingerprint merged() const;

private:
    [[nodiscard]] Hasher common() const;
    void add_keys_and_books(Hasher& hasher) const;
    void add_instances(Hasher& hasher, const Exchange& exchange) const;
    void add_mentions(Hasher& hasher, const Exchange& exchange) const;
    /// All but the actors.
    void add_around(Hasher& hasher, const Exchange& exchange, const Stores::Names& names) const;
    /// Fills the world's `prints_`.
    void print_actors() const;
    [[nodiscard]] Fingerprint print_of(std::uint8_t actor) const {
        return world_.prints_[actor].own;
    }
    /// True if the actors come in a lower order one way than the other.
    [[nodiscard]] bool below(const Exchange& left, const Exchange& right) const;

    const World& world_;
    const State& state_;
    const std::span<const Exchange> exchanges_;
    const bool settling_;
};

Fingerprint World::fingerprint() const {
    ENSURE(fingerprints_);
    // In timed order like callers have latencies of their own.
    const bool merges = alike_.merging() && !timed_.has_value();
    return merges ? StateHash(*this).merged() : StateHash(*this).plain();
}

void World::learn(ActorState& actor) const {
    Hasher hasher;
    hasher.add(actor.observed);
    if (actor.operation != nullptr) {
        const bool apart = alike_.merging() && state_->ids_drawn;
        actor.operation->hash_result(hasher, apart ? &actor.mentions : nullptr);
        if (actor.mentions.lost()) {
            alike_.refute();
        }
    }
    actor.observed = hasher.finish();
}

Hasher StateHash::common() const {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(state_.phase));
    const std::size_t budget_left = world_.fault_budget_ - state_.faults_used;
    hasher.add(budget_left);
    const std::vector<FaultRule>& faults = world_.config_.faults;
    for (std::size_t rule = 0; rule < faults.size(); ++rule) {
        hasher.add(std::min(budget_left, faults[rule].max - state_.rule_used[rule]));
    }
    if (settling_) {
        hasher.add(state_.settled);
        hasher.add((state_.sweeping ? 1 : 0) + (state_.retrying ? 2 : 0));
        hasher.add(distance(state_.settle_start, state_.now));
    }
    // Each at a place of its own: 0 for neither, so that one is never taken for the other.
    hasher.add(state_.broker_up_at > state_.now ? distance(state_.now, state_.broker_up_at) : 0);
    hasher.add(state_.time_observed ? 1 + distance(Instant{}, state_.now) : 0);
    add_outages(hasher, state_);
    add_keys_and_books(hasher);
    return hasher;
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
        hasher.add(instance.alive ? 0 : 1 + distance(state_.now, instance.restart_at));
        hasher.add(
            instance.connections + (static_cast<std::uint64_t>(instance.skew.count()) << 8U)
        );
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
        add_session(hasher, session);
    }
    add_around(hasher, exchanges_.front(), {});
    if (world_.timed_.has_value()) {
        world_.timed_->hash(hasher, state_);
    }
    return hasher.finish();
}

Fingerprint StateHash::merged() const {
    print_actors();
    const auto is_below = [this](const Exchange& left, const Exchange& right) {
        return below(left, right);
    };
    const Exchange& lowest = *std::ranges::min_element(exchanges_, is_below);
    Hasher actors = common();
    for (const std::uint8_t actor : lowest.actors) {
        actors.add(print_of(actor));
    }
    std::optional<Fingerprint> least;
    for (std::size_t number = 0; number < exchanges_.size(); ++number) {
        const Exchange& exchange = exchanges_[number];
        if (below(lowest, exchange)) {
            continue;
        }
        Hasher hasher = actors;
        if (state_.ids_drawn) {
            add_mentions(hasher, exchange);
        }
        const auto name = static_cast<std::uint8_t>(2 * number + (settling_ ? 1 : 0));
        add_around(hasher, exchange, {exchange.names(settling_, state_.ids_drawn), name});
        const Fingerprint print = hasher.finish();
        least = least.has_value() ? std::min(*least, print) : print;
    }
    return *least;
}

void StateHash::print_actors() const {
    std::vector<ActorPrint>& prints = world_.prints_;
    prints.resize(state_.actors.size());
    for (std::size_t number = 0; number < prints.size(); ++number) {
        const ActorState& actor = state_.actors[number];
        ActorPrint& print = prints[number];
        print.pending = {};
        Hasher hasher;
        add_actor(hasher, actor, state_.now, state_.ids_drawn ? &print.pending : nullptr);
        if (is_active(actor.status)) {
            add_session(hasher, state_.sessions[world_.session_of(number, 0)]);
            hasher.add(0);
            add_session(hasher, state_.sessions[world_.session_of(number, 1)]);
        }
        print.own = hasher.finish();
        if (print.pending.lost()) {
            world_.alike_.refute();
        }
    }
}

bool StateHash::below(const Exchange& left, const Exchange& right) const {
    const auto print = [this](std::uint8_t actor) {
        return print_of(actor);
    };
    return std::ranges::lexicographical_compare(left.actors, right.actors, {}, print, print);
}

void StateHash::add_mentions(Hasher& hasher, const Exchange& exchange) const {
    for (const std::uint8_t number : exchange.actors) {
        const ActorState& actor = state_.actors[number];
        if (is_active(actor.status)) {
            actor.mentions.hash(hasher, exchange.callers);
            world_.prints_[number].pending.hash(hasher, exchange.callers);
        }
    }
}

}  // namespace onceproof::world
