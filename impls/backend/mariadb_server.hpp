#pragma once

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

#include "impls/backend/server_process.hpp"
#include "impls/backend/start_error.hpp"

namespace onceproof::backend {

/// Settings of a throw-away MariaDB.
struct MariadbServerOptions {
    bool fsync = true;     ///< off: the log is not synced at commits
    std::string binary{};  ///< empty: `mariadbd` from PATH or /usr/sbin
    std::string base{};    ///< where its folder is made; empty: TMPDIR, else /tmp
};

/// A MariaDB of our own, reachable through a unix socket only; otherwise as `RedisServer`.
class MariadbServer {
public:
    /// Makes the data (mariadb-install-db, about 4 s), starts the server and waits until it greets
    /// a connection (at most 60 s).
    static Started<MariadbServer> start(const MariadbServerOptions& options);

    /// The socket's path; the user `root` has no password.
    [[nodiscard]] std::string socket() const { return process_.folder() + "/mariadb.sock"; }
    [[nodiscard]] const std::string& folder() const { return process_.folder(); }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }

    /// Kills it as a crash would (SIGKILL) and waits for its end. Nothing answers until `restart`.
    void crash() { process_.crash(); }

    /// Stops it (SIGSTOP, with all its children) without ending it, and lets it go on.
    void pause() { process_.pause(); }
    void resume() { process_.resume(); }

    /// Starts it again on the same data. Must not be running.
    std::optional<StartError> restart() { return process_.start(); }

private:
    explicit MariadbServer(ServerRecipe recipe) : process_(std::move(recipe)) {}

    ServerProcess process_;
};

}  // namespace onceproof::backend
