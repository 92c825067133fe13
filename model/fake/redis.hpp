#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/port/kv.hpp"
#include "model/port/result.hpp"

namespace onceproof::fake {

/// What is kept when Redis restarts.
enum class Persistence : std::uint8_t {
    none,      ///< nothing
    everysec,  ///< what was written at least a second ago (AOF, fsync once a second)
    always,    ///< everything (AOF, fsync at each write)
};

/// An in-memory Redis: strings with expiry, the scripts of `KeyValue`, restart, and failover to a replica
/// that lacks the newest writes. A pure store: `now` is always handed in; expiry is lazy and exact.
class Redis {
public:
    struct Config {
        Persistence persistence = Persistence::everysec;
        bool replica = false;          ///< is there a replica to fail over to
        std::size_t keys_max = 1'000;  ///< writes of a new key beyond it give `out_of_memory`
        std::size_t history_max = 4;   ///< how many of the newest writes a failover may forget
    };

    explicit Redis(Config config);

    // One command each, with the results that `KeyValue` states. The only error is `out_of_memory`.
    std::optional<std::string> get(std::string_view key, Instant now);
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options, Instant now);
    bool del(std::string_view key, Instant now);
    bool expire(std::string_view key, Duration ttl, Instant now);
    std::optional<Duration> ttl(std::string_view key, Instant now);
    bool compare_and_delete(std::string_view key, std::string_view expected, Instant now);
    bool compare_and_expire(
        std::string_view key, std::string_view expected, Duration ttl, Instant now
    );
    bool compare_and_set(
        std::string_view key,
        std::string_view expected,
        std::string_view value,
        Duration ttl,
        Instant now
    );

    /// The process restarts and loads what its persistence kept.
    void restart(Instant now);

    /// The replica takes over; it never got the newest `lost` writes (at most `history_max`).
    void fail_over(std::size_t lost, Instant now);

    /// How many of the newest writes a failover could still forget.
    [[nodiscard]] std::size_t forgettable() const;

    /// Live keys.
    [[nodiscard]] std::size_t size(Instant now) const;

    /// Folds in all that later commands can see; expiry counts as its distance from `now`.
    void hash(Hasher& hasher, Instant now) const;

    /// Every live key for people: {"lock:pay-42", "w1, ttl 200ms"}.
    struct Line {
        std::string name;
        std::string content;
    };
    [[nodiscard]] std::vector<Line> describe(Instant now) const;

    // Private state: to be laid out by the implementation (sorted vector or map of entries, undo records of the
    // newest writes, synced state for everysec).
};

}  // namespace onceproof::fake
