#pragma once

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

#include "impls/backend/child.hpp"
#include "impls/backend/server_process.hpp"
#include "impls/backend/start_error.hpp"

namespace onceproof::backend {

/// Settings of a throw-away RabbitMQ.
struct RabbitmqServerOptions {
    std::string binary{};  ///< empty: /usr/lib/rabbitmq/bin/rabbitmq-server
    std::string base{};    ///< where its folder is made; empty: /dev/shm if there is one (a start
                           ///< syncs many files: 5 s of it there, 25 s on a slow disk), else TMPDIR
};

/// A RabbitMQ node of our own with a name server (epmd) of its own; otherwise as `RedisServer`.
///
/// RabbitMQ has no unix sockets. It listens on three ports of 127.0.0.1 that were free when it
/// started: clients, other nodes (none ever come), and the name server's, which listens on ::1 as
/// well. Neither `rabbitmqctl` nor a shared name server is ever involved. A client logs in as
/// "guest".
class RabbitmqServer {
public:
    /// Starts it and waits until it answers an AMQP greeting: 5 to 50 s, at most 180 s.
    static Started<RabbitmqServer> start(const RabbitmqServerOptions& options);

    /// The port of 127.0.0.1 where clients connect; it stays the same over a `restart`.
    [[nodiscard]] int port() const { return port_; }
    [[nodiscard]] const std::string& folder() const { return process_.folder(); }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }

    /// Kills the node as a crash would (SIGKILL) and waits for its end. Nothing answers until
    /// `restart`. A queue that was made right before may have no leader afterwards, for ever: every
    /// call on it ends in `timeout` (seen with RabbitMQ 3.10 where the queue was younger than 2.5
    /// s; the node writes what it knows of its queues with such a delay).
    void crash() { process_.crash(); }

    /// Starts it again on what `crash` left. Must not be running.
    std::optional<StartError> restart() { return process_.start(); }

private:
    RabbitmqServer(Child name_server, ServerRecipe recipe, int port)
        : name_server_(std::move(name_server)), process_(std::move(recipe)), port_(port) {}

    static Started<RabbitmqServer> try_start(const std::string& binary, const std::string& base);

    Child name_server_;  // before the node: it must outlive it
    ServerProcess process_;
    int port_ = 0;
};

}  // namespace onceproof::backend
