#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"

namespace onceproof::bench {

/// Which servers to measure on. An empty address: one of our own, thrown away at the end.
struct ServerOptions {
    std::string postgres_url{};       ///< libpq URI or connection string; sets no `options`
    std::string redis_url{};          ///< as `backend::parse_redis_url` reads it
    std::string postgres_binaries{};  ///< folder of our own server's programs; empty: found
    std::string redis_binary{};       ///< program of our own Redis; empty: found
    bool fsync = true;                ///< our own servers keep what they have acknowledged
};

/// What a reader of figures has to know of the servers.
struct ServerFacts {
    std::string postgres_version;    ///< "15.14"
    std::string fsync;               ///< PostgreSQL's setting: "on", "off"
    std::string synchronous_commit;  ///< as well
    std::string redis_version;       ///< "7.0.15"
    std::string append_only;         ///< how Redis keeps its writes, in words
};

/// A PostgreSQL with a schema of ours and a Redis with a key prefix of ours.
class Servers {
public:
    /// Starts or reaches both. Returns null and sets `trouble`, one line, if that fails.
    static std::unique_ptr<Servers> open(const ServerOptions& options, std::string& trouble);

    /// Cleans up as far as that is possible, if `clean_up` was not called.
    ~Servers();
    Servers(const Servers&) = delete;
    Servers& operator=(const Servers&) = delete;

    /// Name of the schema, and what every key starts with; no other process ever has the same.
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Connections by this address work in the schema.
    [[nodiscard]] const std::string& postgres() const { return postgres_address_; }
    [[nodiscard]] const backend::RedisAddress& redis() const { return redis_address_; }
    [[nodiscard]] const ServerFacts& facts() const { return facts_; }

    /// Empties the schema: all tables go.
    [[nodiscard]] std::optional<std::string> empty_schema();

    /// Asks both servers whether they are there; one line about the one that is not.
    [[nodiscard]] std::optional<std::string> unreachable();

    /// Drops the schema and removes the keys; one line about what could not be removed.
    [[nodiscard]] std::optional<std::string> clean_up();

private:
    Servers();

    [[nodiscard]] std::optional<std::string> start(const ServerOptions& options);
    [[nodiscard]] std::optional<std::string> connect(const ServerOptions& options);
    [[nodiscard]] std::optional<std::string> learn_facts(const ServerOptions& options);
    [[nodiscard]] std::optional<std::string> remove_keys();
    [[nodiscard]] std::string postgres_trouble(std::string_view what) const;
    [[nodiscard]] std::string redis_trouble(std::string_view what) const;

    std::string name_;
    std::unique_ptr<backend::RedisServer> own_redis_;
    std::unique_ptr<backend::PostgresServer> own_postgres_;
    std::string postgres_address_;
    backend::RedisAddress redis_address_;
    ServerFacts facts_;
    std::unique_ptr<backend::PostgresSql> sql_;  ///< one connection, for what is not measured
    std::unique_ptr<backend::RedisKv> kv_;       ///< as well
    bool has_schema_ = false;
};

/// `address` with the settings that make its connections work in `schema`, and a bound of five
/// seconds for connecting unless it has one.
std::string address_in_schema(const std::string& address, const std::string& schema);

/// The first line of a text of several, with the last one behind it if there are more: what is
/// wrong, and the end of the server's log.
std::string one_line(std::string_view text);

}  // namespace onceproof::bench
