#include <algorithm>
#include <bit>
#include <compare>
#include <optional>

#include "model/base/ensure.hpp"
#include "model/world/state_hash.hpp"
#include "model/world/world.hpp"

// What makes two states of a world the same.
//
// Where like callers are merged, a state has the fingerprint of one of the states that come out of
// it when like callers change places: of the one whose actors, each hashed without its number, come
// in the lowest order, and among equals of the one with the lowest fingerprint. All these states
// have the same future but for who is who, so every one of them may stand for the others.

namespace onceproof::world {

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

Fingerprint StateHash::merged() const {
    const bool mentions = print_actors();
    const std::uint64_t all_lowest = lowest();
    Hasher actors = common();
    const Exchange& first = exchanges_[static_cast<std::size_t>(std::countr_zero(all_lowest))];
    for (std::size_t place = 0; place < first.actors.size(); ++place) {
        // Most of a cast has not begun: whoever has comes with its place.
        Fingerprint print = print_of(first.actors[place]);
        if (print != Fingerprint{}) {
            print.high ^= place;
            actors.add(print);
        }
    }
    std::optional<Fingerprint> least;
    for (std::uint64_t left = all_lowest; left != 0; left &= left - 1) {
        const auto number = static_cast<std::size_t>(std::countr_zero(left));
        const Exchange& exchange = exchanges_[number];
        Hasher hasher = actors;
        if (mentions) {
            add_mentions(hasher, exchange);
        }
        const auto name = static_cast<std::uint8_t>(2 * number + (settling_ ? 1 : 0));
        add_around(hasher, exchange, {exchange.names(settling_, state_.ids_drawn), name});
        const Fingerprint print = hasher.finish();
        least = least.has_value() ? std::min(*least, print) : print;
    }
    return *least;
}

std::strong_ordering StateHash::order(const Exchange& left, const Exchange& right) const {
    for (std::size_t place = 0; place < left.actors.size(); ++place) {
        const auto order = print_of(left.actors[place]) <=> print_of(right.actors[place]);
        if (std::is_neq(order)) {
            return order;
        }
    }
    return std::strong_ordering::equal;
}

std::uint64_t StateHash::lowest() const {
    std::size_t lowest = 0;
    std::uint64_t tied = 1;
    for (std::size_t number = 1; number < exchanges_.size(); ++number) {
        const auto order = this->order(exchanges_[number], exchanges_[lowest]);
        if (std::is_lt(order)) {
            lowest = number;
            tied = 0;
        }
        tied |= std::is_lteq(order) ? std::uint64_t{1} << number : 0;
    }
    return tied;
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
