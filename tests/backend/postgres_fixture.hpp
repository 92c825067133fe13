#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {

inline constexpr Error lost_definite{ErrorKind::connection_lost, Certainty::definite};
inline constexpr Error lost_indefinite{ErrorKind::connection_lost, Certainty::indefinite};

/// Where the PostgreSQL of this test program is; the first call starts it.
inline const std::string& address() {
    static const auto server = [] {
        auto started = PostgresServer::start({.fsync = false});
        if (started.error) FAIL(started.error->message);
        return std::move(started.server);
    }();
    static const std::string text = server->connection_string();
    return text;
}

/// A fresh table `t (k bigint primary key, v text)` and a pool.
struct Fixture {
    explicit Fixture(std::size_t pool = 4) : sql({.connection = address(), .pool = pool}) {
        REQUIRE(sql.run_script("DROP TABLE IF EXISTS t; "
                               "CREATE TABLE t (k bigint PRIMARY KEY, v text)")
                    .ok());
    }
    SqlSession& open() {
        const auto session = sql.open();
        REQUIRE(session.ok());
        return **session;
    }
    std::int64_t rows() {
        SqlSession& session = open();
        const auto result = session.execute("SELECT count(*) FROM t");
        session.close();
        return std::get<std::int64_t>(result->rows[0][0]);
    }
    /// Ends all other connections, as an operator or a failover would.
    void terminate_others() {
        REQUIRE(sql.run_script("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                               "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
                    .ok());
    }

    PostgresSql sql;
};

}  // namespace onceproof::backend
