#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/port/kv.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/result.hpp"
#include "model/port/sql.hpp"
#include "model/world/mentions.hpp"

namespace onceproof::world {

/// What a step does. Stable codes: they are stored in tokens.
enum class OpCode : std::uint8_t {
    none = 0,
    call_send = 1,
    call_reply = 2,
    call_cancel = 3,
    call_issue = 4,
    clock_step = 5,
    kv_get = 10,
    kv_set = 11,
    kv_del = 12,
    kv_expire = 13,
    kv_ttl = 14,
    kv_compare_and_delete = 15,
    kv_compare_and_expire = 16,
    kv_compare_and_set = 17,
    sql_open = 30,
    sql_select = 31,
    sql_insert = 32,
    sql_update = 33,
    sql_delete = 34,
    sql_commit = 35,
    sql_rollback = 36,
    sql_deadlock = 37,
    sql_lock_timeout = 38,
    database_restart = 39,
    database_down = 40,
    database_failover = 41,
    gateway_charge = 50,
    gateway_find = 51,
    network_deliver = 60,
    time_pass = 61,
    redis_restart = 70,
    redis_failover = 71,
    redis_down = 72,
    redis_read_only = 73,
    redis_eviction = 74,
    redis_session_expire = 75,
    broker_publish = 80,
    broker_next = 81,
    broker_acknowledge = 82,
    broker_reject = 83,
    broker_redeliver = 84,
    broker_rebalance = 85,
    broker_down = 86,
};

/// True if a caller sends it to an instance and waits for the answer.
[[nodiscard]] constexpr bool is_call(OpCode code) {
    return code == OpCode::call_send || code == OpCode::call_issue;
}

/// "kv.set", "sql.commit", "call.reply": the name in filters, tokens and traces.
std::string_view name_of(OpCode code);

/// The store or party that an operation goes to.
enum class Target : std::uint8_t {
    none,
    service,
    redis,
    database,
    gateway,
    broker
};
[[nodiscard]] constexpr Target target_of(OpCode code) {
    const auto number = static_cast<unsigned>(code);
    if (number >= 80) {
        return Target::broker;
    }
    if (number >= 70 || (number >= 10 && number < 30)) {
        return Target::redis;
    }
    if (number >= 30 && number < 50) {
        return Target::database;
    }
    if (number >= 50 && number < 60) {
        return Target::gateway;
    }
    return number == 0 ? Target::none : Target::service;
}

/// A port call that an actor has announced. It lives on the actor's stack, and so do what it points
/// to and its result; the world fills the result in with the actor's region in use.
struct Operation {
    explicit Operation(OpCode its_code) : code(its_code) {}
    virtual ~Operation() = default;

    OpCode code;

    /// Makes the result this error.
    virtual void fail(Error error) = 0;
    /// Folds the result in: what the actor is about to learn. With `mentions` the callers that ids
    /// in it name are noted there instead.
    virtual void hash_result(Hasher& hasher, Mentions* mentions) const = 0;
    /// "set lock:pay-1 NX PX 30000"
    [[nodiscard]] virtual std::string call_text() const = 0;
    /// "true", "ERROR timeout (may have been applied)"
    [[nodiscard]] virtual std::string result_text() const = 0;

protected:
    Operation(const Operation&) = default;
    Operation& operator=(const Operation&) = default;
};

/// One Redis command or script. Which fields count depends on the code.
struct KvOperation final : Operation {
    using Operation::Operation;

    std::string_view key;
    std::string_view value;
    std::string_view expected;
    SetOptions options;
    Duration ttl{0};
    std::uint8_t session = 0;  ///< whose an ephemeral key is

    /// `flag` for commands that answer yes or no, `text` for get, `left` for ttl.
    struct Answer {
        bool flag = false;
        std::optional<std::string> text;
        std::optional<Duration> left;
    };
    Result<Answer> result{Error{}};

    void fail(Error error) override { result = error; }
    void hash_result(Hasher& hasher, Mentions* mentions) const override;
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override;
};

/// One statement, a commit or a rollback.
struct SqlOperation final : Operation {
    using Operation::Operation;

    std::size_t session = 0;
    std::string_view text;
    std::span<const Value> parameters;
    Result<Rows> result{Error{}};

    void fail(Error error) override { result = error; }
    void hash_result(Hasher& hasher, Mentions* mentions) const override;
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override;
};

/// A charge, or the question what became of one.
struct GatewayOperation final : Operation {
    using Operation::Operation;

    const Request* request = nullptr;
    std::optional<std::string_view> downstream_key;
    Result<std::optional<std::string>> result{Error{}};

    void fail(Error error) override { result = error; }
    void hash_result(Hasher& hasher, Mentions* mentions) const override;
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override;
};

/// A caller's attempt, or its question for a key: from sending the request to the reply, or to the
/// caller's patience ending.
struct CallOperation final : Operation {
    CallOperation(OpCode its_code, const Request& what, std::uint8_t which, std::uint8_t where)
        : Operation(its_code), request(&what), attempt(which), instance(where) {}

    const Request* request;
    std::uint8_t attempt;
    std::uint8_t instance;
    Duration timeout{0};
    Result<Reply> result{Error{}};

    void fail(Error error) override { result = error; }
    void hash_result(Hasher& hasher, Mentions* mentions) const override;
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override;
};

/// A handler's answer on its way to the caller.
struct ReplyOperation final : Operation {
    explicit ReplyOperation(const Reply& what) : Operation(OpCode::call_reply), reply(&what) {}

    const Reply* reply;

    void fail(Error) override {}
    void hash_result(Hasher&, Mentions*) const override {}
    [[nodiscard]] std::string call_text() const override;
    [[nodiscard]] std::string result_text() const override { return ""; }
};

/// Folds an error in, unlike any value.
void hash_error(Hasher& hasher, Error error);
/// For people: "timeout (may have been applied)".
std::string text_of(Error error);
/// For people: "NULL", "1", "'paid order-1 100'".
std::string text_of(const Value& value);

}  // namespace onceproof::world
