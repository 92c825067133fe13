#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

/// Settings of a pool of PostgreSQL connections.
struct PostgresSqlOptions {
    std::string connection{};                         ///< libpq connection string or URI
    std::size_t pool = 8;                             ///< connections at most
    Duration pool_timeout = std::chrono::seconds(5);  ///< patience of `open` with an empty pool
    Duration statement_timeout{0};  ///< the server ends a statement after this; 0: never
};

/// The SQL port on a real PostgreSQL: a bounded pool of libpqxx connections.
///
/// `open` may be called by many threads; a session belongs to one thread until its `close`. BEGIN
/// goes out as a round trip of its own just before the transaction's first statement. Statements
/// are prepared once per connection and text. There is no patience with a server that says nothing
/// at all: only the server's own `statement_timeout`, which gives `timeout` and, since the server
/// has then undone the statement, is always definite.
class PostgresSql final : public Sql {
public:
    explicit PostgresSql(PostgresSqlOptions options);
    /// Closes all connections. All sessions must have been closed.
    ~PostgresSql() override;
    PostgresSql(const PostgresSql&) = delete;
    PostgresSql& operator=(const PostgresSql&) = delete;

    Result<SqlSession*> open() override;

    /// Runs statements separated by semicolons, without parameters, on a connection of the pool:
    /// schemas, clean-up.
    Result<Done> run_script(std::string_view text);

    /// Requests sent so far by all sessions: statements, BEGIN, COMMIT, ROLLBACK, preparing,
    /// connecting (2 each).
    [[nodiscard]] std::uint64_t round_trips() const;

    /// What the server or the library said about the last failure, for people.
    [[nodiscard]] std::string last_message() const;

private:
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace onceproof::backend
