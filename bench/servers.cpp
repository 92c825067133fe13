#include "bench/servers.hpp"

#include <algorithm>
#include <unistd.h>
#include <utility>

#include "bench/mariadb_place.hpp"
#include "bench/postgres_place.hpp"
#include "impls/backend/rabbitmq_broker.hpp"
#include "impls/backend/system_env.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::bench {

Servers::Servers() {
    backend::RandomIds ids;
    name_ = "onceproof_bench_" + std::to_string(getpid()) + "_" + ids.uuid().substr(0, 8);
}

std::unique_ptr<Servers> Servers::open(
    const ServerOptions& options,
    const std::vector<Database>& databases,
    bool broker,
    const std::function<bool()>& should_stop,
    std::string& trouble
) {
    std::unique_ptr<Servers> servers(new Servers());
    servers->redis_ = RedisPlace::open(options, servers->name_, trouble);
    if (!servers->redis_) {
        return nullptr;
    }
    for (const Database database : databases) {
        if (should_stop()) {
            return nullptr;
        }
        auto server = database == Database::postgresql
                          ? open_postgres(options, servers->name_, trouble)
                          : open_mariadb(options, servers->name_, trouble);
        if (!server) {
            return nullptr;
        }
        servers->databases_.push_back({database, std::move(server)});
    }
    if (broker && !should_stop()) {
        if (auto problem = servers->start_broker()) {
            trouble = *problem;
            return nullptr;
        }
    }
    return should_stop() ? nullptr : std::move(servers);
}

std::optional<std::string> Servers::start_broker() {
    auto started = backend::RabbitmqServer::start({});
    if (started.error) {
        return start_trouble(*started.error, "--strategy, which can leave out those with a broker");
    }
    broker_ = std::move(started.server);
    return std::nullopt;
}

DatabaseServer& Servers::database(Database database) const {
    const auto opened = std::ranges::find(databases_, database, &Opened::database);
    ENSURE(opened != databases_.end());
    return *opened->server;
}

backend::RabbitmqOptions Servers::broker(const std::string& queue) const {
    ENSURE(broker_ != nullptr);
    return {.port = broker_->port(), .queue = queue};
}

std::vector<ServerFacts> Servers::facts() const {
    std::vector<ServerFacts> facts;
    facts.reserve(databases_.size());
    for (const Opened& opened : databases_) {
        facts.push_back(opened.server->facts());
    }
    facts.push_back(redis_->facts());
    if (broker_) {
        facts.push_back({.title = "RabbitMQ", .settings = {{"queues", "quorum"}}});
    }
    return facts;
}

std::vector<std::string> Servers::folders(Database database) const {
    std::vector<std::string> folders{this->database(database).folder(), redis_->folder()};
    if (broker_) {
        folders.push_back(broker_->folder());
    }
    const bool all_own =
        std::ranges::none_of(folders, [](const std::string& folder) { return folder.empty(); });
    return all_own ? folders : std::vector<std::string>{};
}

std::optional<std::string> Servers::unreachable() const {
    for (const Opened& opened : databases_) {
        if (auto problem = opened.server->unreachable()) {
            return problem;
        }
    }
    if (auto problem = redis_->unreachable()) {
        return problem;
    }
    if (broker_) {
        backend::RabbitmqOptions options = broker(name_ + ".there");
        options.wait = std::chrono::milliseconds(1);
        backend::RabbitmqBroker asked(options);
        const auto answer = asked.next(1);
        if (!answer.ok() && answer.error().kind != ErrorKind::timeout) {
            return "RabbitMQ cannot be reached: " + one_line(asked.last_message());
        }
    }
    return std::nullopt;
}

std::optional<std::string> Servers::clean_up() {
    std::optional<std::string> left;
    for (const Opened& opened : databases_) {
        const auto problem = opened.server->clean_up();
        left = left ? left : problem;
    }
    const auto keys = redis_->clean_up();
    return left ? left : keys;
}

}  // namespace onceproof::bench
