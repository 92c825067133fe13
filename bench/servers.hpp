#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/database.hpp"
#include "bench/redis_place.hpp"
#include "bench/server_options.hpp"
#include "impls/backend/rabbitmq_channel.hpp"
#include "impls/backend/rabbitmq_server.hpp"

namespace onceproof::bench {

/// The servers that a benchmark works on; which of them there are, its subjects say.
class Servers {
public:
    /// Starts or reaches Redis, these databases and, if one is wanted, a RabbitMQ of our own.
    /// Returns null and sets `trouble`, one line, if that fails; null without if it was told to
    /// stop meanwhile.
    static std::unique_ptr<Servers> open(
        const ServerOptions& options,
        const std::vector<Database>& databases,
        bool broker,
        const std::function<bool()>& should_stop,
        std::string& trouble
    );

    Servers(const Servers&) = delete;
    Servers& operator=(const Servers&) = delete;

    /// Name of the schema, and what every key starts with; no other process ever has the same.
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Must be one that was opened.
    [[nodiscard]] DatabaseServer& database(Database database) const;
    [[nodiscard]] RedisPlace& redis() const { return *redis_; }
    /// How to reach the broker, for the queue of that name. There must be one.
    [[nodiscard]] backend::RabbitmqOptions broker(const std::string& queue) const;

    /// Of each server.
    [[nodiscard]] std::vector<ServerFacts> facts() const;

    /// Folders of all servers that work for requests to that database. Empty: one of them is
    /// somebody else's, so that nobody can say what it works.
    [[nodiscard]] std::vector<std::string> folders(Database database) const;

    /// Asks the servers whether they are there; one line about one that is not.
    [[nodiscard]] std::optional<std::string> unreachable() const;

    /// Drops the schemas and removes the keys; one line about what could not be removed.
    [[nodiscard]] std::optional<std::string> clean_up();

private:
    Servers();

    struct Opened {
        Database database;
        std::unique_ptr<DatabaseServer> server;
    };

    std::optional<std::string> start_broker();

    std::string name_;
    std::unique_ptr<RedisPlace> redis_;
    std::vector<Opened> databases_;
    std::unique_ptr<backend::RabbitmqServer> broker_;
};

}  // namespace onceproof::bench
