#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/real/real_store.hpp"
#include "harness/real/redis_pair.hpp"

namespace onceproof::harness {

/// Why a Redis cannot play this log at all: the first event that has no counterpart. Empty: it can.
std::optional<Obstacle> redis_without_counterpart(
    const world::StoreLog& log, fake::Persistence persistence
);

/// What strikes a Redis as a whole in a run, and what has to be known of the run beforehand for it.
class RedisFaults {
public:
    using Trouble = RedisPair::Trouble;

    /// All three outlive it.
    RedisFaults(RedisPair& pair, fake::Persistence persistence, const world::StoreLog& log);

    /// For a pair that has just begun.
    Trouble begin();

    /// Before the event is played: downtimes that are over end, a replica that is to lack it is cut
    /// off, a store that is to be full is full.
    Trouble before(const world::StoreEvent& event);
    /// Behind a command.
    Trouble behind(const world::StoreEvent& event);
    Trouble strike(const world::StoreFault& fault, Instant at);
    /// No fault lasts any longer.
    Trouble end();

    /// Nobody answers, and that is right.
    [[nodiscard]] bool is_down() const { return down_until_.has_value(); }

private:
    Trouble start();
    Trouble restart(Instant at);
    Trouble fail_over();

    RedisPair& pair_;
    fake::Persistence persistence_;
    const world::StoreLog& log_;
    std::vector<std::size_t> cuts_;  ///< behind which events, from 0, a replica gets nothing more
    std::size_t replicas_left_ = 0;  ///< failovers to come
    std::optional<Instant> down_until_;
    std::optional<Instant> read_only_until_;
    /// How long the append-only file was behind each write.
    struct Mark {
        Instant at{};
        std::uintmax_t size = 0;
    };
    std::vector<Mark> marks_;
};

/// For each failover of the log, in order: the first event, from 0, that the replica is not to get.
/// The failover's own if it loses nothing.
std::vector<std::size_t> first_lost(const world::StoreLog& log);

}  // namespace onceproof::harness
