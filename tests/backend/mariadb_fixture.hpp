#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_sql.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {

/// The MariaDB of this test program; the first call starts it.
inline MariadbServer& mariadb() {
    static const auto server = [] {
        auto started = MariadbServer::start({.fsync = false});
        if (started.error) FAIL(started.error->message);
        return std::move(started.server);
    }();
    return *server;
}

/// A fresh table `t (k bigint primary key, v text)` and a pool.
struct MariadbFixture {
    explicit MariadbFixture(std::size_t pool = 4)
        : sql({.socket = mariadb().socket(), .pool = pool, .lock_wait = std::chrono::seconds(1)}) {
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

    MariadbSql sql;
};

}  // namespace onceproof::backend
