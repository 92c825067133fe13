#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <pqxx/pqxx>

#include "impls/backend/postgres_errors.hpp"
#include "impls/backend/session_pool.hpp"
#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

class PostgresSession;

using PostgresHome = SessionHome<PostgresSession>;

/// One connection of the pool. For one thread between `connect` and `close`.
class PostgresSession final : public SqlSession {
public:
    explicit PostgresSession(PostgresHome& home) : home_(home) {}

    /// Makes sure of a connection. `unavailable` (definite) if there is none to be had.
    std::optional<Error> connect(const std::string& address, Duration statement_timeout);

    void begin(Isolation isolation) override;
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override;
    Result<Done> commit() override;
    Result<Done> rollback() override;
    void close() override;

    /// Runs a text of several statements, outside a transaction.
    Result<Done> run_script(const std::string& text);

private:
    enum class State : std::uint8_t {
        idle,    ///< no transaction
        marked,  ///< `begin` was called, nothing has been sent
        open,    ///< the server has a transaction
        failed,  ///< and an error has doomed it
        dead,    ///< the connection is gone
    };

    [[nodiscard]] Moment moment() const;
    /// The port's error for a library's exception; also what it makes of this session.
    Error fail(const std::exception& thrown, Moment moment);
    /// Sends a command that has no parameters and whose rows nobody wants.
    std::optional<Error> send(const std::string& command, Moment moment);
    pqxx::result run(std::string_view text, std::span<const Value> parameters);
    /// The name under which the connection has prepared `text`; null: too many statements already.
    const std::string* prepared(std::string_view text);

    PostgresHome& home_;
    std::unique_ptr<pqxx::connection> connection_;
    std::map<std::string, std::string, std::less<>> prepared_;  ///< text -> name
    Isolation isolation_ = Isolation::read_committed;
    State state_ = State::idle;
};

}  // namespace onceproof::backend
