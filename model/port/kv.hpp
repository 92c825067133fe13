#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/result.hpp"

namespace onceproof {

/// When `set` writes: always, only if the key is absent (Redis NX), only if it exists (XX).
enum class SetWhen : std::uint8_t {
    always,
    if_absent,
    if_present
};

/// Options of `KeyValue::set`.
struct SetOptions {
    SetWhen when = SetWhen::always;
    std::optional<Duration>
        ttl;  ///< at least 1 ms, on the store's clock; empty: the key has no expiry
    /// The key also ends with the session of the process that sets it, as ZooKeeper's ephemeral
    /// nodes do: some time after the process has died, or whenever the store takes the session for
    /// over.
    bool ephemeral = false;
};

/// A Redis-like store. Every call is one round trip and one atomic command or script.
///
/// Errors of every call: `timeout` and `connection_lost` (indefinite: it may have been applied),
/// `unavailable` (definite). Calls that write also: `out_of_memory` (definite).
class KeyValue {
public:
    virtual ~KeyValue() = default;

    /// The key's value; empty if there is no such key.
    virtual Result<std::optional<std::string>> get(std::string_view key) = 0;

    /// Writes `value` under `key` as `options` say. True if it was written. A store without
    /// sessions (Redis itself) refuses an ephemeral key: `rejected` (definite).
    virtual Result<bool> set(std::string_view key, std::string_view value, SetOptions options) = 0;

    /// Removes the key. True if it existed.
    virtual Result<bool> del(std::string_view key) = 0;

    /// Lets the key end `ttl` from now (at least 1 ms). True if it exists.
    virtual Result<bool> expire(std::string_view key, Duration ttl) = 0;

    /// Time to live left; empty if there is no such key, `Duration::max()` if it has no expiry.
    virtual Result<std::optional<Duration>> ttl(std::string_view key) = 0;

    /// Script: removes the key if its value is `expected`. True if removed.
    virtual Result<bool> compare_and_delete(std::string_view key, std::string_view expected) = 0;

    /// Script: lets the key end `ttl` from now if its value is `expected`. True if it was.
    virtual Result<bool> compare_and_expire(
        std::string_view key, std::string_view expected, Duration ttl
    ) = 0;

    /// Script: replaces the value if it is `expected`; the key then ends `ttl` from now. True if
    /// replaced.
    virtual Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) = 0;
};

}  // namespace onceproof
