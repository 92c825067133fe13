#pragma once

#include <memory>

#include <mysql.h>

#include "tests/conformance/sql_real.hpp"

namespace onceproof::conformance {

/// A throw-away MariaDB.
class MariadbDatabase final : public RealDatabase {
public:
    /// Starts it with the tables of `schema`. Throws std::runtime_error if that fails.
    MariadbDatabase(std::string_view schema, std::size_t sessions);
    ~MariadbDatabase() override;

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
    struct Close {
        void operator()(MYSQL* connection) const { mysql_close(connection); }
    };
    using Connection = std::unique_ptr<MYSQL, Close>;

    Connection connect() const;
    void await_purge();
    /// Runs a statement of no session.
    Answer run(const std::string& text);

    std::unique_ptr<Server> server_;
    Connection monitor_;
    std::vector<Connection> sessions_;
    std::vector<bool> writes_;  ///< the statement under way is no SELECT
};

}  // namespace onceproof::conformance
