#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
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

/// An in-memory Redis: strings with expiry, the scripts of `KeyValue`, restart, and failover to a
/// replica that lacks the newest writes. A pure store: `now` is always handed in and never goes
/// back.
///
/// A key with a time to live of t, given at instant i, exists in [i, i + t). Expiry is exact and
/// needs no command. A command that changes nothing (a refused NX, a DEL of a missing key, a script
/// whose comparison fails) is no write; one that does is one write, even if it puts the same value
/// there again.
///
/// After a restart or a failover the replica is taken to be in step again: nothing is forgettable.
class Redis {
public:
    struct Config {
        Persistence persistence = Persistence::everysec;
        bool replica = false;          ///< is there a replica to fail over to
        std::size_t keys_max = 1'000;  ///< writes of a new key beyond it give `out_of_memory`
        std::size_t history_max = 4;   ///< how many of the newest writes a failover may forget
        bool evicts = false;           ///< may drop a key: the order of the last writes counts
    };

    explicit Redis(Config config);

    // One command each, with the results that `KeyValue` states. The only error is `out_of_memory`.
    [[nodiscard]] std::optional<std::string> get(std::string_view key, Instant now) const;
    // `session` is whose key an ephemeral one is, from 1; 0: one that never ends.
    Result<bool> set(
        std::string_view key,
        std::string_view value,
        SetOptions options,
        Instant now,
        std::uint8_t session = 0
    );
    bool del(std::string_view key, Instant now);
    bool expire(std::string_view key, Duration ttl, Instant now);
    [[nodiscard]] std::optional<Duration> ttl(std::string_view key, Instant now) const;
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

    /// The replica takes over; it never got the newest `lost` writes (at most `forgettable`).
    void fail_over(std::size_t lost, Instant now);

    /// How many of the newest writes a failover could still forget; 0 without a replica.
    [[nodiscard]] std::size_t forgettable() const { return unreplicated_; }

    /// The key that goes first when memory is short: the least recently written one whose name
    /// begins with `prefix`. A key that a failover brought back counts as the oldest. Needs
    /// `evicts`.
    [[nodiscard]] std::optional<std::string> evictable(std::string_view prefix, Instant now) const;

    /// The session is over at `at`: its ephemeral keys end then, and no later session owns them.
    void end_session(std::uint8_t session, Instant at);

    /// Whose the first of the live ephemeral keys is; 0: there is none.
    [[nodiscard]] std::uint8_t first_session(Instant now) const;

    /// Live keys.
    [[nodiscard]] std::size_t size(Instant now) const;

    /// Folds in all that later commands, a restart or a failover can see; times count as their
    /// distance from `now`. Allocates nothing.
    void hash(Hasher& hasher, Instant now, Naming& naming) const;

    /// Every live key for people: {"lock:pay-42", "w1", the instant at which it ends}.
    struct Line {
        std::string name;
        std::string content;
        std::optional<Instant> ends;  ///< empty: it has no expiry
    };
    [[nodiscard]] std::vector<Line> describe(Instant now) const;

private:
    /// What a key holds. `expires` is the first instant without it; `Instant::max()`: it stays.
    struct Content {
        std::string value;
        Instant expires = Instant::max();
        std::uint8_t session = 0;   ///< whose ephemeral key it is
        std::uint64_t written = 0;  ///< numbers the writes, for their order

        friend bool operator==(const Content& left, const Content& right) {
            return left.value == right.value && left.expires == right.expires &&
                   left.session == right.session;
        }
    };
    struct Entry {
        std::string key;
        Content content;
    };
    /// One write, kept as what undoes it: while a failover can forget it or it is not on disk.
    struct Write {
        Instant at;
        std::string key;
        std::optional<Content> before;
    };

    /// The entry if `key` is live, else null.
    [[nodiscard]] const Content* find(std::string_view key, Instant now) const;
    [[nodiscard]] Content* find(std::string_view key, Instant now);
    /// Where `key` is or belongs.
    [[nodiscard]] std::size_t place_of(std::string_view key) const;

    /// Records a write that is about to change `key`, whose live content is `before` (null: none).
    void record(std::string_view key, const Content* before, Instant now);
    /// How many live keys were last written before `content` was.
    [[nodiscard]] std::uint64_t older_than(const Content& content, Instant now) const;
    /// True if a write before number `end` is of the same key and instant: a restart takes back
    /// both or none, so the earlier one says it all.
    [[nodiscard]] bool covered(std::string_view key, Instant at, std::size_t end) const;
    void forget_safe_writes(Instant now);
    void erase_expired(Instant now);
    void erase(std::string_view key);
    /// Takes back the newest recorded write.
    void undo(Instant now);
    [[nodiscard]] bool on_disk(const Write& write, Instant now) const;

    /// What `key` held before write number `index` and all later ones (null: nothing that is still
    /// live).
    [[nodiscard]] const Content* content_before(
        std::string_view key, std::size_t index, Instant now
    ) const;
    void hash_unreplicated(Hasher& hasher, Instant now, Naming& naming) const;
    void hash_unsynced(Hasher& hasher, Instant now, Naming& naming) const;
    /// Folds in what a restart undoes of the writes [first, last), all of one instant, whatever
    /// their order.
    void hash_instant(
        Hasher& hasher, std::size_t first, std::size_t last, Instant now, Naming& naming
    ) const;

    Config config_;
    std::vector<Entry> entries_;    ///< sorted by key; expired ones may linger
    std::vector<Write> writes_;     ///< oldest first
    std::size_t unreplicated_ = 0;  ///< how many of the newest `writes_` a failover may forget
    std::uint64_t written_ = 0;     ///< number of the newest write of a key
};

}  // namespace onceproof::fake
