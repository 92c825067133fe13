#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

/// Settings of a pool of MariaDB connections.
struct MariadbSqlOptions {
    std::string socket{};  ///< path of the server's unix socket; empty: TCP
    std::string host{};    ///< for TCP; "localhost" would mean a socket, so name 127.0.0.1
    int port = 3306;       ///< as well
    std::string user = "root";
    std::string password{};                           ///< empty: none
    std::string database = "service";                 ///< is made if it does not exist
    std::size_t pool = 8;                             ///< connections at most
    Duration pool_timeout = std::chrono::seconds(5);  ///< patience of `open` with an empty pool
    Duration statement_timeout{0};  ///< the server ends a statement after this; 0: never
    Duration lock_wait{0};          ///< a wait for a lock ends after this, in whole seconds, with
                                    ///< `lock_timeout`; 0: the server's default (50 s)
};

/// The SQL port on a real MariaDB: a bounded pool of libmariadb connections.
///
/// Takes the same texts and schemas as PostgresSql and turns them into MariaDB's by `mariadb_text`.
/// `open` may be called by many threads; a session belongs to one thread until its `close`. The
/// transaction's beginning goes out as a round trip of its own just before its first statement.
/// Statements are prepared once per connection and text. `affected` counts the rows that UPDATE
/// matched (CLIENT_FOUND_ROWS), as PostgreSQL does. There is no patience with a server that says
/// nothing at all: only `statement_timeout`, which gives `timeout` and is definite.
class MariadbSql final : public Sql {
public:
    explicit MariadbSql(MariadbSqlOptions options);
    /// Closes all connections. All sessions must have been closed.
    ~MariadbSql() override;
    MariadbSql(const MariadbSql&) = delete;
    MariadbSql& operator=(const MariadbSql&) = delete;

    Result<SqlSession*> open() override;

    /// Runs statements separated by semicolons, without parameters, on a connection of the pool:
    /// schemas, clean-up.
    Result<Done> run_script(std::string_view text);

    /// Requests sent so far by all sessions: statements, begin, COMMIT, ROLLBACK, preparing,
    /// connecting (3 each).
    [[nodiscard]] std::uint64_t round_trips() const;

    /// What the server or the library said about the last failure, for people.
    [[nodiscard]] std::string last_message() const;

private:
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace onceproof::backend
