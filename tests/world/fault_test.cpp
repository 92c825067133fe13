#include "model/world/fault.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::world {

TEST_CASE("fault: the codes are those that stand in tokens", "[world]") {
    using enum FaultKind;
    const std::vector<std::pair<FaultKind, int>> codes{
        {none, 0},
        {request_lost, 1},
        {reply_lost, 2},
        {late, 3},
        {resent, 4},
        {stall, 5},
        {refused, 6},
        {crash_before, 7},
        {crash_after, 8},
        {statement_error, 9},
        {connection_killed, 10},
        {declined, 11},
        {redis_restart, 12},
        {redis_failover, 13},
        {cancelled, 14},
        {clock_step, 15},
        {redis_down, 16},
        {redis_read_only, 17},
        {redis_eviction, 18},
        {database_restart, 19},
        {database_down, 20},
        {database_failover, 21},
        {lease_session_expired, 22},
        {redelivery, 23},
        {rebalance, 24},
        {lock_timeout, 25},
        {broker_down, 26}};
    for (const auto& [kind, code] : codes) {
        CHECK(static_cast<int>(kind) == code);
    }
    CHECK(all_faults().size() + 1 == codes.size());
}

TEST_CASE("fault: every kind has an entry in the catalog, in the order of codes", "[world]") {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < all_faults().size(); ++i) {
        const FaultInfo& info = all_faults()[i];
        CHECK((i == 0 || all_faults()[i - 1].kind < info.kind));
        CHECK(&info_of(info.kind) == &info);
        CHECK_FALSE(info.effect.empty());
        CHECK_FALSE(info.real.empty());
        names.insert(info.name);
    }
    CHECK(names.size() == all_faults().size());
}

TEST_CASE("fault: names stand in scenario files", "[world]") {
    std::vector<std::string_view> names;
    for (const FaultInfo& info : all_faults()) {
        names.push_back(info.name);
    }
    CHECK(
        names ==
        std::vector<std::string_view>{
            "request-lost",
            "reply-lost",
            "late",
            "resent",
            "stall",
            "refused",
            "crash-before",
            "crash-after",
            "statement-error",
            "connection-killed",
            "declined",
            "redis-restart",
            "redis-failover",
            "cancelled",
            "clock-step",
            "redis-down",
            "redis-read-only",
            "redis-eviction",
            "database-restart",
            "database-down",
            "database-failover",
            "lease-session-expired",
            "redelivery",
            "rebalance",
            "lock-timeout",
            "broker-down"}
    );
}

TEST_CASE(
    "fault: each kind strikes at least one point or a store as a whole, never both", "[world]"
) {
    for (const FaultInfo& info : all_faults()) {
        CAPTURE(info.name);
        const bool strikes = std::ranges::any_of(all_points(), [&](OpCode point) {
            return can_strike(info.kind, point);
        });
        CHECK(strikes != info.environment);
        CHECK(info.environment != info.when.empty());
        CHECK((step_of(info.kind) != OpCode::none) == (!strikes || strikes_waiting(info.kind)));
    }
}

TEST_CASE("fault: none strikes what is no point", "[world]") {
    using enum OpCode;
    for (const OpCode code :
         {none,
          call_cancel,
          clock_step,
          sql_open,
          sql_deadlock,
          sql_lock_timeout,
          network_deliver,
          redis_restart,
          redis_failover,
          redis_down,
          redis_read_only,
          redis_eviction,
          redis_session_expire,
          database_restart,
          database_down,
          database_failover,
          broker_redeliver,
          broker_rebalance,
          broker_down}) {
        CHECK(std::ranges::find(all_points(), code) == all_points().end());
        for (const FaultInfo& info : all_faults()) {
            CAPTURE(name_of(code), info.name);
            CHECK_FALSE(can_strike(info.kind, code));
        }
    }
}

TEST_CASE("fault: a kind strikes where it has a meaning", "[world]") {
    using enum FaultKind;
    CHECK(can_strike(request_lost, OpCode::call_send));
    CHECK_FALSE(can_strike(request_lost, OpCode::call_reply));
    CHECK(can_strike(reply_lost, OpCode::call_reply));
    CHECK_FALSE(can_strike(reply_lost, OpCode::call_send));
    CHECK(can_strike(late, OpCode::sql_commit));
    CHECK_FALSE(can_strike(late, OpCode::sql_insert));
    CHECK_FALSE(can_strike(late, OpCode::kv_get));
    CHECK(can_strike(resent, OpCode::kv_set));
    CHECK_FALSE(can_strike(resent, OpCode::sql_commit));
    CHECK_FALSE(can_strike(resent, OpCode::gateway_find));
    CHECK_FALSE(can_strike(stall, OpCode::call_send));
    CHECK_FALSE(can_strike(crash_before, OpCode::call_send));
    CHECK(can_strike(crash_before, OpCode::call_reply));
    CHECK(can_strike(statement_error, OpCode::sql_delete));
    CHECK_FALSE(can_strike(statement_error, OpCode::sql_commit));
    CHECK(can_strike(connection_killed, OpCode::sql_rollback));
    CHECK_FALSE(can_strike(connection_killed, OpCode::kv_set));
    CHECK(can_strike(declined, OpCode::gateway_charge));
    CHECK_FALSE(can_strike(declined, OpCode::gateway_find));
    CHECK(can_strike(cancelled, OpCode::call_send));
    CHECK(can_strike(cancelled, OpCode::call_issue));
    CHECK_FALSE(can_strike(cancelled, OpCode::call_reply));
    CHECK(can_strike(lock_timeout, OpCode::sql_select));
    CHECK_FALSE(can_strike(lock_timeout, OpCode::sql_commit));
    CHECK(can_strike(late, OpCode::call_issue));
    CHECK(can_strike(late, OpCode::broker_publish));
    CHECK_FALSE(can_strike(late, OpCode::broker_acknowledge));
    CHECK(can_strike(resent, OpCode::broker_publish));
    CHECK_FALSE(can_strike(resent, OpCode::broker_reject));
    CHECK(can_strike(reply_lost, OpCode::broker_next));
    CHECK(can_strike(crash_after, OpCode::broker_acknowledge));
}

TEST_CASE("fault: a kind of the environment strikes one store", "[world]") {
    for (const FaultInfo& info : all_faults()) {
        CHECK((target_of(info.kind) != Target::none) == info.environment);
    }
    CHECK(target_of(FaultKind::redis_restart) == Target::redis);
    CHECK(target_of(FaultKind::rebalance) == Target::broker);
}

TEST_CASE("fault: a filter is any, a name, or its beginning up to a dot", "[world]") {
    CHECK(filter_matches("any", OpCode::kv_set));
    CHECK(filter_matches("kv", OpCode::kv_set));
    CHECK(filter_matches("kv.set", OpCode::kv_set));
    CHECK_FALSE(filter_matches("kv.se", OpCode::kv_set));
    CHECK_FALSE(filter_matches("k", OpCode::kv_set));
    CHECK_FALSE(filter_matches("kv.", OpCode::kv_set));
    CHECK_FALSE(filter_matches("sql", OpCode::kv_set));
    CHECK_FALSE(filter_matches("kv.compare", OpCode::kv_compare_and_set));
}

}  // namespace onceproof::world
