#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/base/time.hpp"
#include "model/port/result.hpp"

namespace onceproof {

/// How far a transaction is kept apart from others: SQL standard names, the server's behaviour.
enum class Isolation : std::uint8_t {
    read_committed,
    repeatable_read,
    serializable,
    server_default,  ///< asks for none: READ COMMITTED on PostgreSQL, REPEATABLE READ on MariaDB
};

/// One SQL value: NULL, integer, text or timestamp. Booleans travel as 0 and 1.
using Value = std::variant<std::monostate, std::int64_t, std::string, Instant>;

/// What a statement gave back.
struct Rows {
    std::vector<std::vector<Value>> rows;  ///< one entry per row, columns in the order asked for
    std::int64_t affected = 0;  ///< rows returned by SELECT; rows written by INSERT, UPDATE, DELETE

    friend bool operator==(const Rows&, const Rows&) = default;
};

/// One connection to the database, used by one handler at a time.
///
/// After `connection_lost`, `timeout` or `unavailable` the connection is dead: the server has
/// rolled back what was open, and every further call gives `connection_lost` (definite) until
/// `close`.
class SqlSession {
public:
    virtual ~SqlSession() = default;

    /// Opens a transaction. Nothing is sent: BEGIN travels with the next statement (as JDBC drivers
    /// do), so the transaction's `now()` and snapshot start there. Must not be called inside a
    /// transaction.
    virtual void begin(Isolation isolation) = 0;

    /// Runs one statement; `text` is what the server gets, with `$1`, `$2` … for `parameters`.
    ///
    /// Outside a transaction it commits by itself. Blocks while it waits for another session's row
    /// lock or uncommitted key. Errors: `unique_violation`, `serialization_failure`, `deadlock`,
    /// `lock_timeout`, `rejected` (all definite), `in_failed_transaction` (definite),
    /// `connection_lost` and `timeout` (definite inside a transaction, since it rolls back;
    /// indefinite outside one), `unavailable` (definite).
    ///
    /// What a definite error leaves of a transaction: PostgreSQL dooms it until `rollback`. MariaDB
    /// undoes the statement only, and the transaction goes on; but a `deadlock` undoes all of it,
    /// and what follows belongs to a new one of the same isolation (as with JDBC's `autocommit`
    /// off).
    template <class... Parameters>
    Result<Rows> execute(std::string_view text, Parameters&&... parameters) {
        const std::array<Value, sizeof...(Parameters)> values{
            to_value(std::forward<Parameters>(parameters))...};
        return execute_with(text, values);
    }
    virtual Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) = 0;

    /// Ends the transaction and makes it visible. A transaction that sent nothing commits without a
    /// round trip.
    ///
    /// Errors: `serialization_failure` (definite), `in_failed_transaction` (definite: the server
    /// rolled it back instead), `connection_lost` and `timeout` (indefinite: it may be committed).
    virtual Result<Done> commit() = 0;

    /// Undoes the transaction; its effects are gone whatever this returns. Errors:
    /// `connection_lost` (definite).
    virtual Result<Done> rollback() = 0;

    /// Gives the connection back to the pool. No round trip; an open transaction is rolled back by
    /// the pool.
    virtual void close() = 0;

private:
    static Value to_value(std::int64_t number) { return number; }
    static Value to_value(int number) { return std::int64_t{number}; }
    static Value to_value(std::string_view text) { return std::string(text); }
    static Value to_value(const std::string& text) { return text; }
    static Value to_value(const char* text) { return std::string(text); }
    static Value to_value(Instant instant) { return instant; }
    static Value to_value(std::monostate) { return std::monostate{}; }
    static Value to_value(const Value& value) { return value; }
};

/// The instance's bounded pool of connections.
class Sql {
public:
    virtual ~Sql() = default;

    /// Takes a connection from the pool; blocks while all are in use. The session lives until
    /// `close`, or until the handler ends. Errors: `unavailable` (definite), `timeout` (definite:
    /// the pool stayed empty).
    virtual Result<SqlSession*> open() = 0;
};

}  // namespace onceproof
