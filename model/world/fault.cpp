#include "model/world/fault.hpp"

#include <algorithm>
#include <array>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

using enum FaultKind;

constexpr std::array<FaultInfo, 16> infos{{
    {request_lost,
     "request-lost",
     "the request never arrives: nothing is applied, and the sender's patience ends",
     "connection cut before the server has read the request",
     false,
     false,
     false},
    {reply_lost,
     "reply-lost",
     "the request is applied, but its reply never arrives and the sender's patience ends",
     "connection cut, or the reply discarded, after the server applied the request",
     false,
     false,
     false},
    {late,
     "late",
     "the sender's patience ends, and the request is applied that much later",
     "the request held back by a relay until after the timeout",
     true,
     false,
     false},
    {resent,
     "resent",
     "the sender's driver repeats the request by itself: applied twice, the second reply is seen",
     "a driver's automatic retry after a lost reply",
     false,
     false,
     false},
    {stall,
     "stall",
     "the handler pauses for that long just after the operation was applied",
     "a garbage collection, a page fault storm, a live migration, SIGSTOP",
     true,
     false,
     false},
    {refused,
     "refused",
     "the store or instance cannot be reached: nothing is applied, the sender knows",
     "connection refused",
     false,
     false,
     false},
    {crash_before,
     "crash-before",
     "the instance dies before the operation is sent; it restarts with nothing in memory",
     "SIGKILL of the service's process",
     false,
     false,
     false},
    {crash_after,
     "crash-after",
     "the instance dies after the operation was applied; it restarts with nothing in memory",
     "SIGKILL of the service's process",
     false,
     false,
     false},
    {statement_error,
     "statement-error",
     "the statement fails as a deadlock victim does; inside a transaction it dooms it",
     "a deadlock with a transaction of another application",
     false,
     false,
     false},
    {connection_killed,
     "connection-killed",
     "the database ends the connection before the statement: it rolls back what is open",
     "pg_terminate_backend, a failing proxy",
     false,
     false,
     false},
    {declined,
     "declined",
     "the gateway refuses the charge: a definite failure, no effect",
     "the provider answers that the card is declined",
     false,
     false,
     false},
    {redis_restart,
     "redis-restart",
     "Redis restarts and has what its persistence kept",
     "the redis-server process killed and started again",
     false,
     false,
     true},
    {redis_failover,
     "redis-failover",
     "a replica takes over that lacks the newest writes",
     "the primary killed before it replicated, the replica promoted",
     false,
     true,
     true},
    {redelivery,
     "redelivery",
     "the broker hands an unacknowledged delivery out again while its consumer still works on it",
     "RabbitMQ: the consumer timeout closes the channel; SQS: the visibility timeout ends",
     false,
     false,
     true},
    {rebalance,
     "rebalance",
     "everything that one consumer holds is handed out again while it still works on it",
     "Kafka: a group rebalance; RabbitMQ: the consumer's connection is cut",
     false,
     false,
     true},
    {broker_down,
     "broker-down",
     "the broker cannot be reached for that long: what is unacknowledged comes back",
     "the broker's process killed and started again, a cut network",
     true,
     false,
     true},
}};

constexpr std::array points{
    OpCode::call_send,
    OpCode::call_reply,
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

std::span<const FaultInfo> all_faults() {
    return infos;
}

const FaultInfo& info_of(FaultKind kind) {
    const auto* info = std::ranges::find(infos, kind, &FaultInfo::kind);
    ENSURE(info != infos.end());
    return *info;
}

Target target_of(FaultKind kind) {
    switch (kind) {
        case redis_restart:
        case redis_failover:
            return Target::redis;
        case redelivery:
        case rebalance:
        case broker_down:
            return Target::broker;
        default:
            return Target::none;
    }
}

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
            return port || code == OpCode::call_send;
        case reply_lost:
            return port || code == OpCode::call_reply;
        case late:
            return code == OpCode::call_send || code == OpCode::sql_commit ||
                   (port && target != Target::database && !repeats_nothing(code));
        case resent:
            return code == OpCode::call_send ||
                   (port && target != Target::database && !repeats_nothing(code));
        case stall:
            return port;
        case refused:
            return port || code == OpCode::call_send;
        case crash_before:
        case crash_after:
            return port || code == OpCode::call_reply;
        case statement_error:
            return statement;
        case connection_killed:
            return port && target == Target::database;
        case declined:
            return code == OpCode::gateway_charge;
        default:
            return false;
    }
}

bool filter_matches(std::string_view filter, OpCode code) {
    const std::string_view name = name_of(code);
    return filter == "any" || filter == name ||
           (name.starts_with(filter) && name.size() > filter.size() && name[filter.size()] == '.');
}

}  // namespace onceproof::world
