#pragma once

#include <string>

#include "impls/backend/start_error.hpp"

namespace onceproof::bench {

/// Which servers to measure on. An empty address: one of our own, thrown away at the end.
struct ServerOptions {
    std::string postgres_url{};       ///< libpq URI or connection string; sets no `options`
    std::string mariadb_url{};        ///< as `backend::parse_server_url` reads it, "mysql"
    std::string redis_url{};          ///< as `backend::parse_redis_url` reads it
    std::string postgres_binaries{};  ///< folder of our own server's programs; empty: found
    std::string mariadb_binary{};     ///< program of our own MariaDB; empty: found
    std::string redis_binary{};       ///< program of our own Redis; empty: found
    bool fsync = true;                ///< our own servers keep what they have acknowledged
};

/// Why a server of our own did not start, in one line; `flags` are what can help.
std::string start_trouble(const backend::StartError& error, std::string_view flags);

}  // namespace onceproof::bench
