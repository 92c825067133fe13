#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

#include "impls/backend/server_process.hpp"
#include "impls/backend/start_error.hpp"

namespace onceproof::backend {

/// How a throw-away Redis keeps its writes: not at all, AOF synced once a second, AOF synced at
/// each write.
enum class AppendOnly : std::uint8_t {
    off,
    everysec,
    always
};

/// Settings of a throw-away Redis.
struct RedisServerOptions {
    AppendOnly append_only = AppendOnly::everysec;
    std::string
        max_memory{};      ///< as redis.conf has it ("64mb"); empty: no limit; policy noeviction
    std::string binary{};  ///< empty: `redis-server` from PATH
    std::string base{};    ///< where its folder is made; empty: TMPDIR, else /tmp
};

/// A Redis of our own, reachable through a unix socket only, in a temporary folder that goes away
/// with it.
///
/// It is a child of this process: it ends with this object, and through the kernel's death signal
/// if this process ends in any other way. The folder is then removed by a guard process, also after
/// SIGKILL.
class RedisServer {
public:
    /// Starts it and waits until it answers PING (at most 10 s).
    static Started<RedisServer> start(const RedisServerOptions& options);

    /// Address for `parse_redis_url`.
    [[nodiscard]] std::string url() const { return "unix:" + process_.folder() + "/redis.sock"; }
    [[nodiscard]] std::string socket() const { return process_.folder() + "/redis.sock"; }
    [[nodiscard]] const std::string& folder() const { return process_.folder(); }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }

    /// Kills it as a crash would (SIGKILL) and waits for its end. Nothing answers until `restart`.
    void crash() { process_.crash(); }

    /// Stops it (SIGSTOP, with all its children) without ending it, and lets it go on.
    void pause() { process_.pause(); }
    void resume() { process_.resume(); }

    /// Starts it again on the files that `crash` or a stop left. Must not be running.
    std::optional<StartError> restart() { return process_.start(); }

private:
    explicit RedisServer(ServerRecipe recipe) : process_(std::move(recipe)) {}

    ServerProcess process_;
};

/// Settings of a throw-away PostgreSQL.
struct PostgresServerOptions {
    bool fsync = true;       ///< off: also no synchronous_commit and no full_page_writes
    std::string binaries{};  ///< folder of `postgres` and `initdb`; empty:
                             ///< /usr/lib/postgresql/*/bin (newest), PATH
    std::string base{};      ///< where its folder is made; empty: TMPDIR, else /tmp
};

/// A PostgreSQL of our own; otherwise as `RedisServer`.
class PostgresServer {
public:
    /// Makes the cluster (about 1.5 s), starts the server and waits until it accepts connections
    /// (at most 60 s).
    static Started<PostgresServer> start(const PostgresServerOptions& options);

    /// Connection string for libpq: superuser `postgres`, database `postgres`.
    [[nodiscard]] std::string connection_string() const;
    [[nodiscard]] const std::string& folder() const { return process_.folder(); }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }

    /// Kills it as a crash would (SIGKILL) and waits for its end. Nothing answers until `restart`.
    void crash() { process_.crash(); }

    /// Stops it (SIGSTOP, with all its children) without ending it, and lets it go on.
    void pause() { process_.pause(); }
    void resume() { process_.resume(); }

    /// Starts it again on the same data (recovery takes 2 to 3 s). Must not be running.
    std::optional<StartError> restart() { return process_.start(); }

private:
    explicit PostgresServer(ServerRecipe recipe) : process_(std::move(recipe)) {}

    ServerProcess process_;
};

}  // namespace onceproof::backend
