#include <array>
#include <utility>

#include "model/world/operation.hpp"

// What the codes of steps are called, and where they go.

namespace onceproof::world {
namespace {

// Names in filters, tokens and traces.
constexpr std::array<std::pair<OpCode, std::string_view>, 43> names{{
    {OpCode::none, "none"},
    {OpCode::call_send, "call.send"},
    {OpCode::call_reply, "call.reply"},
    {OpCode::call_cancel, "call.cancel"},
    {OpCode::call_issue, "call.issue"},
    {OpCode::clock_step, "clock.step"},
    {OpCode::kv_get, "kv.get"},
    {OpCode::kv_set, "kv.set"},
    {OpCode::kv_del, "kv.del"},
    {OpCode::kv_expire, "kv.expire"},
    {OpCode::kv_ttl, "kv.ttl"},
    {OpCode::kv_compare_and_delete, "kv.compare-and-delete"},
    {OpCode::kv_compare_and_expire, "kv.compare-and-expire"},
    {OpCode::kv_compare_and_set, "kv.compare-and-set"},
    {OpCode::sql_open, "sql.open"},
    {OpCode::sql_select, "sql.select"},
    {OpCode::sql_insert, "sql.insert"},
    {OpCode::sql_update, "sql.update"},
    {OpCode::sql_delete, "sql.delete"},
    {OpCode::sql_commit, "sql.commit"},
    {OpCode::sql_rollback, "sql.rollback"},
    {OpCode::sql_deadlock, "sql.deadlock"},
    {OpCode::sql_lock_timeout, "sql.lock-timeout"},
    {OpCode::database_restart, "database.restart"},
    {OpCode::database_down, "database.down"},
    {OpCode::database_failover, "database.failover"},
    {OpCode::gateway_charge, "gateway.charge"},
    {OpCode::gateway_find, "gateway.find"},
    {OpCode::network_deliver, "network.deliver"},
    {OpCode::time_pass, "time.pass"},
    {OpCode::redis_restart, "redis.restart"},
    {OpCode::redis_failover, "redis.failover"},
    {OpCode::redis_down, "redis.down"},
    {OpCode::redis_read_only, "redis.read-only"},
    {OpCode::redis_eviction, "redis.eviction"},
    {OpCode::redis_session_expire, "redis.session-expire"},
    {OpCode::broker_publish, "broker.publish"},
    {OpCode::broker_next, "broker.next"},
    {OpCode::broker_acknowledge, "broker.acknowledge"},
    {OpCode::broker_reject, "broker.reject"},
    {OpCode::broker_redeliver, "broker.redeliver"},
    {OpCode::broker_rebalance, "broker.rebalance"},
    {OpCode::broker_down, "broker.down"},
}};

/// The names by code: they are looked up at every fault point of a search.
constexpr std::array<std::string_view, 256> names_by_code = [] {
    std::array<std::string_view, 256> table{};
    table.fill("unknown");
    for (const auto& [code, name] : names) {
        table.at(static_cast<std::size_t>(code)) = name;
    }
    return table;
}();

}  // namespace

std::string_view name_of(OpCode code) {
    return names_by_code.at(static_cast<std::size_t>(code));
}

}  // namespace onceproof::world
