#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "impls/backend/scripts.hpp"
#include "model/base/time.hpp"
#include "model/port/kv.hpp"

struct redisContext;
struct redisReply;

namespace onceproof::backend {

/// Where a Redis is: a unix socket, or host and port.
struct RedisAddress {
    std::string socket{};  ///< empty: TCP
    std::string host{};
    int port = 6379;
    int database = 0;
    std::string password{};  ///< empty: none
};

/// Reads "unix:/path/to/socket", "/path/to/socket" or "redis://[:password@]host[:port][/database]".
/// Empty: not an address.
std::optional<RedisAddress> parse_redis_url(std::string_view url);

/// The key-value port on a real Redis, through one connection of its own.
///
/// For one thread at a time. It connects with the first call, and again with the next call after a
/// failure; a failed call is never repeated. Keys and values may hold any bytes.
class RedisKv final : public KeyValue {
public:
    /// `timeout` is the patience with one call and with connecting.
    RedisKv(RedisAddress address, Duration timeout);
    ~RedisKv() override;
    RedisKv(const RedisKv&) = delete;
    RedisKv& operator=(const RedisKv&) = delete;

    Result<std::optional<std::string>> get(std::string_view key) override;
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override;
    Result<bool> del(std::string_view key) override;
    Result<bool> expire(std::string_view key, Duration ttl) override;
    Result<std::optional<Duration>> ttl(std::string_view key) override;
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override;
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override;
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override;

    /// Requests sent so far, those for connecting and for scripts the server had not yet seen
    /// included.
    [[nodiscard]] std::uint64_t round_trips() const { return round_trips_; }

    /// What the server or the library said about the last failure, for people.
    [[nodiscard]] const std::string& last_message() const { return last_message_; }

    /// Runs any command: for tests, benchmarks and fault injection. Returns the reply as
    /// `redis-cli` would print an integer or a text; empty for nil. Arrays are not supported
    /// (`rejected`).
    Result<std::optional<std::string>> command(std::span<const std::string_view> arguments);

private:
    struct ContextDeleter {
        void operator()(redisContext* context) const;
    };
    struct ReplyDeleter {
        void operator()(redisReply* reply) const;
    };
    using Reply = std::unique_ptr<redisReply, ReplyDeleter>;

    std::optional<Error> connect();
    Result<Reply> call(std::span<const std::string_view> arguments);
    std::optional<Error> send(std::string_view bytes);
    Result<Reply> receive();
    Result<std::int64_t> call_integer(std::span<const std::string_view> arguments);
    Result<bool> run(
        const Script& script, std::string_view key, std::span<const std::string_view> arguments
    );
    Error dropped(Error error);
    [[nodiscard]] Error refused(std::string_view message);

    RedisAddress address_;
    Duration timeout_;
    std::unique_ptr<redisContext, ContextDeleter> context_;
    std::uint64_t round_trips_ = 0;
    std::string last_message_;
};

}  // namespace onceproof::backend
