#include "model/world/operation.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/world/fault.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

using namespace std::chrono_literals;

const Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};

KvOperation kv(OpCode code) {
    KvOperation operation(code);
    operation.key = "k";
    operation.value = "v";
    operation.expected = "e";
    operation.ttl = 1500ms;
    return operation;
}

Fingerprint seen(const Operation& operation) {
    Hasher hasher;
    operation.hash_result(hasher, nullptr);
    return hasher.finish();
}

}  // namespace

TEST_CASE("operation: codes and names are those of tokens and scenario files", "[world]") {
    using enum OpCode;
    const std::vector<std::tuple<OpCode, int, std::string_view, Target>> all{
        {none, 0, "none", Target::none},
        {call_send, 1, "call.send", Target::service},
        {call_reply, 2, "call.reply", Target::service},
        {kv_get, 10, "kv.get", Target::redis},
        {kv_set, 11, "kv.set", Target::redis},
        {kv_del, 12, "kv.del", Target::redis},
        {kv_expire, 13, "kv.expire", Target::redis},
        {kv_ttl, 14, "kv.ttl", Target::redis},
        {kv_compare_and_delete, 15, "kv.compare-and-delete", Target::redis},
        {kv_compare_and_expire, 16, "kv.compare-and-expire", Target::redis},
        {kv_compare_and_set, 17, "kv.compare-and-set", Target::redis},
        {sql_open, 30, "sql.open", Target::database},
        {sql_select, 31, "sql.select", Target::database},
        {sql_insert, 32, "sql.insert", Target::database},
        {sql_update, 33, "sql.update", Target::database},
        {sql_delete, 34, "sql.delete", Target::database},
        {sql_commit, 35, "sql.commit", Target::database},
        {sql_rollback, 36, "sql.rollback", Target::database},
        {sql_deadlock, 37, "sql.deadlock", Target::database},
        {gateway_charge, 50, "gateway.charge", Target::gateway},
        {gateway_find, 51, "gateway.find", Target::gateway},
        {network_deliver, 60, "network.deliver", Target::service},
        {broker_publish, 80, "broker.publish", Target::broker},
        {broker_next, 81, "broker.next", Target::broker},
        {broker_acknowledge, 82, "broker.acknowledge", Target::broker},
        {broker_reject, 83, "broker.reject", Target::broker},
        {broker_redeliver, 84, "broker.redeliver", Target::broker},
        {broker_rebalance, 85, "broker.rebalance", Target::broker},
        {broker_down, 86, "broker.down", Target::broker},
        {redis_restart, 70, "redis.restart", Target::redis},
        {redis_failover, 71, "redis.failover", Target::redis}};
    for (const auto& [code, number, name, target] : all) {
        CHECK(static_cast<int>(code) == number);
        CHECK(name_of(code) == name);
        CHECK(target_of(code) == target);
    }
    CHECK(name_of(static_cast<OpCode>(99)) == "unknown");
}

TEST_CASE("operation: a Redis command reads as one types it", "[world]") {
    using enum OpCode;
    CHECK(kv(kv_get).call_text() == "get k");
    CHECK(kv(kv_del).call_text() == "del k");
    CHECK(kv(kv_ttl).call_text() == "ttl k");
    CHECK(kv(kv_expire).call_text() == "expire k PX 1500");
    CHECK(kv(kv_compare_and_delete).call_text() == "compare-and-delete k if e");
    CHECK(kv(kv_compare_and_expire).call_text() == "compare-and-expire k if e PX 1500");
    CHECK(kv(kv_compare_and_set).call_text() == "compare-and-set k if e = v PX 1500");
    KvOperation set = kv(kv_set);
    CHECK(set.call_text() == "set k = v");
    set.options = {.when = SetWhen::if_absent, .ttl = 30s};
    CHECK(set.call_text() == "set k = v NX PX 30000");
    set.options = {.when = SetWhen::if_present, .ttl = {}};
    CHECK(set.call_text() == "set k = v XX");
}

TEST_CASE("operation: a Redis answer reads as what was asked for", "[world]") {
    KvOperation get = kv(OpCode::kv_get);
    CHECK(get.result_text() == "ERROR timeout (may have been applied)");
    get.result = KvOperation::Answer{};
    CHECK(get.result_text() == "(none)");
    get.result = KvOperation::Answer{.flag = false, .text = "v", .left = {}};
    CHECK(get.result_text() == "v");
    KvOperation ttl = kv(OpCode::kv_ttl);
    ttl.result = KvOperation::Answer{.flag = false, .text = {}, .left = 29s};
    CHECK(ttl.result_text() == "29s");
    KvOperation del = kv(OpCode::kv_del);
    del.result = KvOperation::Answer{.flag = true, .text = {}, .left = {}};
    CHECK(del.result_text() == "yes");
    del.fail({ErrorKind::unavailable, Certainty::definite});
    CHECK(del.result_text() == "ERROR unavailable");
}

TEST_CASE(
    "operation: a statement shows its parameters in place and its white space folded", "[world]"
) {
    SqlOperation update(OpCode::sql_update);
    const std::vector<Value> values{std::int64_t{1}, std::string("a"), Value{}, Instant(90s)};
    update.text = "UPDATE t SET n = $1,\n   s = $2,  x = $3, at = $4 WHERE y = $5";
    update.parameters = values;
    CHECK(update.call_text() == "UPDATE t SET n = 1, s = 'a', x = NULL, at = t+90s WHERE y = ?");
    CHECK(SqlOperation(OpCode::sql_commit).call_text() == "COMMIT");
    CHECK(SqlOperation(OpCode::sql_rollback).call_text() == "ROLLBACK");
}

TEST_CASE("operation: a statement's result is its rows, or how many it wrote", "[world]") {
    SqlOperation select(OpCode::sql_select);
    select.result = Rows{};
    CHECK(select.result_text() == "no row");
    select.result =
        Rows{.rows = {{std::int64_t{1}, std::string("a")}, {Value{}, Value{}}}, .affected = 2};
    CHECK(select.result_text() == "(1, 'a'); (NULL, NULL)");
    SqlOperation update(OpCode::sql_update);
    update.result = Rows{.rows = {}, .affected = 3};
    CHECK(update.result_text() == "3 row(s)");
    SqlOperation commit(OpCode::sql_commit);
    commit.result = Rows{};
    CHECK(commit.result_text() == "ok");
    commit.fail({ErrorKind::serialization_failure, Certainty::definite});
    CHECK(commit.result_text() == "ERROR serialization_failure");
}

TEST_CASE("operation: charges, questions, calls and answers say what they are about", "[world]") {
    GatewayOperation charge(OpCode::gateway_charge);
    charge.request = &request;
    CHECK(charge.call_text() == "charge order-1 100");
    charge.downstream_key = "pay-1";
    CHECK(charge.call_text() == "charge order-1 100 key pay-1");
    charge.result = std::optional<std::string>("paid order-1 100");
    CHECK(charge.result_text() == "paid order-1 100");
    GatewayOperation find(OpCode::gateway_find);
    find.downstream_key = "pay-1";
    find.result = std::optional<std::string>();
    CHECK(find.call_text() == "find pay-1");
    CHECK(find.result_text() == "(nothing)");

    CallOperation call(OpCode::call_send, request, 1, 0);
    CHECK(call.call_text() == "pay order-1 100 key=pay-1 (attempt 2, instance 1)");
    call.result = Reply{ReplyKind::busy, "later"};
    CHECK(call.result_text() == "busy \"later\"");
    const Reply reply{ReplyKind::done, "paid"};
    CHECK(ReplyOperation(reply).call_text() == "reply done \"paid\"");
}

TEST_CASE("operation: different results fold into different fingerprints", "[world]") {
    KvOperation kv_result = kv(OpCode::kv_get);
    std::vector<Fingerprint> prints{seen(kv_result)};
    kv_result.fail({ErrorKind::timeout, Certainty::definite});
    prints.push_back(seen(kv_result));
    for (const KvOperation::Answer& answer : std::vector<KvOperation::Answer>{
             {}, {true, {}, {}}, {false, "", {}}, {false, "a", {}}, {false, {}, 0s}}) {
        kv_result.result = answer;
        prints.push_back(seen(kv_result));
    }
    SqlOperation sql(OpCode::sql_select);
    for (const Rows& rows : std::vector<Rows>{
             {.rows = {}, .affected = 1},
             {.rows = {{std::int64_t{1}}}, .affected = 1},
             {.rows = {{std::string("1")}}, .affected = 1},
             {.rows = {{Instant(1us)}}, .affected = 1},
             {.rows = {{Value{}}}, .affected = 1}}) {
        sql.result = rows;
        prints.push_back(seen(sql));
    }
    CallOperation call(OpCode::call_send, request, 0, 0);
    for (const Reply& reply :
         {Reply{ReplyKind::done, "a"}, Reply{ReplyKind::done, "b"}, Reply{ReplyKind::busy, "a"}}) {
        call.result = reply;
        prints.push_back(seen(call));
    }
    std::ranges::sort(prints);
    CHECK(std::ranges::adjacent_find(prints) == prints.end());
}

}  // namespace onceproof::world
