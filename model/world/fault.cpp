#include "model/world/fault.hpp"

#include <algorithm>
#include <array>

namespace onceproof::world {
namespace {

using enum FaultKind;

constexpr std::array points{
    OpCode::call_send,
    OpCode::call_reply,
    OpCode::call_issue,
    OpCode::kv_get,
    OpCode::kv_set,
    OpCode::kv_del,
    OpCode::kv_expire,
    OpCode::kv_ttl,
    OpCode::kv_compare_and_delete,
    OpCode::kv_compare_and_expire,
    OpCode::kv_compare_and_set,
    OpCode::sql_select,
    OpCode::sql_insert,
    OpCode::sql_update,
    OpCode::sql_delete,
    OpCode::sql_commit,
    OpCode::sql_rollback,
    OpCode::gateway_charge,
    OpCode::gateway_find,
    OpCode::broker_publish,
    OpCode::broker_next,
    OpCode::broker_acknowledge,
    OpCode::broker_reject,
};

bool repeats_nothing(OpCode code) {
    // What a consumer sends twice or late meets a connection that is gone, or changes nothing.
    const bool of_consumer = code > OpCode::broker_publish && code <= OpCode::broker_reject;
    return of_consumer || code == OpCode::kv_get || code == OpCode::kv_ttl ||
           code == OpCode::gateway_find;
}

}  // namespace

std::span<const OpCode> all_points() {
    return points;
}

bool can_strike(FaultKind kind, OpCode code) {
    const Target target = target_of(code);
    // Waiting for a connection of the pool, say, is no call to a store.
    const bool call = std::ranges::find(points, code) != points.end();
    const bool port = call && target != Target::service;
    const bool statement = code >= OpCode::sql_select && code <= OpCode::sql_delete;
    switch (kind) {
        case request_lost:
            return port || is_call(code);
        case reply_lost:
            return port || code == OpCode::call_reply;
        case late:
            return is_call(code) || code == OpCode::sql_commit ||
                   (port && target != Target::database && !repeats_nothing(code));
        case resent:
            return is_call(code) || (port && target != Target::database && !repeats_nothing(code));
        case stall:
            return port;
        case refused:
            return port || is_call(code);
        case crash_before:
        case crash_after:
            return port || code == OpCode::call_reply;
        case statement_error:
            return statement;
        case connection_killed:
            return port && target == Target::database;
        case declined:
            return code == OpCode::gateway_charge;
        case cancelled:
            return is_call(code);
        case lock_timeout:
            return statement;
        default:
            return false;
    }
}

bool strikes_waiting(FaultKind kind) {
    return kind == cancelled || kind == lock_timeout;
}

Target target_of(FaultKind kind) {
    return strikes_waiting(kind) ? Target::none : target_of(step_of(kind));
}

OpCode step_of(FaultKind kind) {
    switch (kind) {
        case redis_restart:
            return OpCode::redis_restart;
        case redis_failover:
            return OpCode::redis_failover;
        case cancelled:
            return OpCode::call_cancel;
        case clock_step:
            return OpCode::clock_step;
        case redis_down:
            return OpCode::redis_down;
        case redis_read_only:
            return OpCode::redis_read_only;
        case redis_eviction:
            return OpCode::redis_eviction;
        case database_restart:
            return OpCode::database_restart;
        case database_down:
            return OpCode::database_down;
        case database_failover:
            return OpCode::database_failover;
        case lease_session_expired:
            return OpCode::redis_session_expire;
        case lock_timeout:
            return OpCode::sql_lock_timeout;
        case redelivery:
            return OpCode::broker_redeliver;
        case rebalance:
            return OpCode::broker_rebalance;
        case broker_down:
            return OpCode::broker_down;
        default:
            return OpCode::none;
    }
}

bool filter_matches(std::string_view filter, OpCode code) {
    const std::string_view name = name_of(code);
    return filter == "any" || filter == name ||
           (name.starts_with(filter) && name.size() > filter.size() && name[filter.size()] == '.');
}

}  // namespace onceproof::world
