#pragma once

#include <libpq-fe.h>
#include <memory>

#include "tests/conformance/sql_real.hpp"

namespace onceproof::conformance {

/// A throw-away PostgreSQL.
class PostgresDatabase final : public RealDatabase {
public:
    /// Starts it with the tables of `schema`. Throws std::runtime_error if that fails.
    PostgresDatabase(std::string_view schema, std::size_t sessions);
    ~PostgresDatabase() override;

    void reset() override;
    void begin(std::size_t session, Isolation isolation) override;
    void send(std::size_t session, const std::string& text, const std::vector<Value>& parameters)
        override;
    std::optional<Answer> receive(std::size_t session, int timeout_ms) override;
    bool blocked(std::size_t session) override;
    void end_waits() override;
    Answer rows(std::string_view table) override;

private:
    struct Server;
    struct Finish {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };
    using Connection = std::unique_ptr<PGconn, Finish>;

    Connection connect() const;
    /// Runs a statement of no session.
    Answer run(const std::string& text);

    std::unique_ptr<Server> server_;
    Connection monitor_;
    std::vector<Connection> sessions_;
};

}  // namespace onceproof::conformance
