#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "model/world/world.hpp"

namespace onceproof::world {

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
    void add_rules(Hasher& hasher, std::size_t budget_left) const;
    void add_keys_and_books(Hasher& hasher) const;
    void add_instances(Hasher& hasher, const Exchange& exchange) const;
    void add_mentions(Hasher& hasher, const Exchange& exchange) const;
    /// All but the actors.
    void add_around(Hasher& hasher, const Exchange& exchange, const Stores::Names& names) const;
    /// Fills the world's `prints_`. True if ids in what actors have seen name some caller.
    [[nodiscard]] bool print_actors() const;
    [[nodiscard]] Fingerprint print_of(std::uint8_t actor) const {
        return world_.prints_[actor].own;
    }
    /// Which way the actors come in a lower order.
    [[nodiscard]] std::strong_ordering order(const Exchange& left, const Exchange& right) const;
    /// The exchanges by which the actors come in the lowest order of all, a bit each.
    [[nodiscard]] std::uint64_t lowest() const;

    const World& world_;
    const State& state_;
    const std::span<const Exchange> exchanges_;
    const bool settling_;
};

}  // namespace onceproof::world
