#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/world/operation.hpp"

namespace onceproof::world {

/// What may go wrong with one step. Stable codes: they are stored in tokens. 0 is "as it should".
enum class FaultKind : std::uint8_t {
    none = 0,
    request_lost = 1,
    reply_lost = 2,
    late = 3,
    resent = 4,
    stall = 5,
    refused = 6,
    crash_before = 7,
    crash_after = 8,
    statement_error = 9,
    connection_killed = 10,
    declined = 11,
    redis_restart = 12,
    redis_failover = 13,
    cancelled = 14,
    clock_step = 15,
    redis_down = 16,
    redis_read_only = 17,
    redis_eviction = 18,
    database_restart = 19,
    database_down = 20,
    database_failover = 21,
    lease_session_expired = 22,
    redelivery = 23,
    rebalance = 24,
    lock_timeout = 25,
    broker_down = 26,
};

/// What a scenario can say of a kind, and what a user reads of it.
struct FaultInfo {
    FaultKind kind;
    std::string_view name;    ///< in scenario files and tokens
    std::string_view effect;  ///< what happens
    std::string_view real;    ///< how it comes about, and is made to, on real servers
    bool takes_duration;      ///< `for`
    bool takes_lose;          ///< `lose`
    bool environment;         ///< strikes a store or process at any time, not an operation
    bool takes_key = false;   ///< `key`
    std::string_view when{};  ///< environment: the moments at which it may strike
};

/// All kinds, in the order of their codes.
std::span<const FaultInfo> all_faults();
const FaultInfo& info_of(FaultKind kind);

/// All operations that faults may strike, for filters: "kv.set", "sql.commit" …
std::span<const OpCode> all_points();

/// What a kind strikes as a whole, a store or the service's processes; `none` for those that strike
/// an operation.
Target target_of(FaultKind kind);

/// True if a fault of that kind has a meaning for the operation.
bool can_strike(FaultKind kind, OpCode code);

/// True if it strikes operations that are waiting, not those that are about to be carried out: a
/// call for its answer, a statement for another session.
bool strikes_waiting(FaultKind kind);

/// The step by which a fault of the environment, or one that strikes what waits, comes; `none` for
/// the others, which change a step of the operation's own.
OpCode step_of(FaultKind kind);

/// True if `filter` names the operation: "any", its name, or a name's beginning up to a dot ("kv").
bool filter_matches(std::string_view filter, OpCode code);

/// One kind that may strike in a run, where, how, and how often.
struct FaultRule {
    FaultKind kind = FaultKind::none;
    std::string at = "any";
    /// stall, down, read-only: how long; late: how long after the timeout it is applied;
    /// clock-step: how far ahead
    Duration duration{0};
    std::size_t lose = 1;  ///< failover: how many of the newest writes or commits are forgotten
    std::size_t max = 1;   ///< at most so often in one run
    std::string key{};     ///< eviction: what the key's name begins with
    /// In timed order, for whoever explores it: with what probability it strikes where it is
    /// offered.
    double rate = 0;
};

}  // namespace onceproof::world
