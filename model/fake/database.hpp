#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
#include "model/base/time.hpp"
#include "model/fake/dialect.hpp"
#include "model/port/result.hpp"
#include "model/port/sql.hpp"

namespace onceproof::fake {

struct Plan;    // a compiled statement (plan.hpp)
struct Schema;  // compiled CREATE TABLE statements (plan.hpp)

/// What a statement or a commit came to: a result, or nothing because it must wait for another
/// session.
using Execution = std::optional<Result<Rows>>;

/// What a database is made with.
struct DatabaseConfig {
    Dialect dialect = Dialect::postgres;
    std::size_t history = 0;  ///< so many of the newest writing commits can be forgotten
};

/// An in-memory PostgreSQL or MariaDB as several sessions see it: row versions, row locks,
/// unique-key waits, deadlocks.
///
/// A pure store: it has no time, fibers, network or randomness. A statement that must wait returns
/// empty; the caller repeats the very same call once `runnable` says so. All state lives in memory
/// of this object, and an equal history of calls gives an equal `hash`.
class Database {
public:
    using Session = std::size_t;  ///< 0 … sessions-1

    /// An empty database with the tables of `schema` (which must outlive it) and a fixed number of
    /// sessions.
    Database(const Schema& schema, std::size_t sessions, DatabaseConfig config = {});
    ~Database();

    /// Marks the session: its next statement opens a transaction.
    void begin(Session session, Isolation isolation);

    /// Runs the statement in the session's transaction, or in one of its own that commits at once.
    ///
    /// Errors are definite: `unique_violation`, `serialization_failure`, `lock_timeout` (NOWAIT),
    /// `rejected` (NULL in a NOT NULL column, a value that does not fit), `in_failed_transaction`.
    /// What they leave of a transaction is the dialect's (`SqlSession::execute`). Throws
    /// UnsupportedSql for parameters that the plan cannot take, or for a statement that the dialect
    /// does not have (mysql: UPDATE … RETURNING).
    Execution execute(
        Session session, const Plan& plan, std::span<const Value> parameters, Instant now
    );

    /// Commits; an error means that it was rolled back.
    Execution commit(Session session, Instant now);

    /// Rolls back whatever is open and withdraws a waiting statement. Also what the server does
    /// when the connection ends.
    void rollback(Session session);

    /// True between the first statement of a transaction that `begin` opened and its end (a failed
    /// transaction included).
    [[nodiscard]] bool in_transaction(Session session) const;

    /// True if the session's last statement returned empty and has been neither repeated nor
    /// withdrawn.
    [[nodiscard]] bool waiting(Session session) const;

    /// True if `waiting` and repeating the call now makes progress.
    [[nodiscard]] bool runnable(Session session) const;

    /// True if the session waits in a cycle of waits. Who else waits for the cycle is no part of
    /// it.
    [[nodiscard]] bool deadlocked(Session session) const;

    /// Ends the wait of a deadlocked session as the server's deadlock detector does: its statement
    /// fails.
    Error break_deadlock(Session session);

    /// Ends the wait of a session: its statement fails with an error of that kind. In a transaction
    /// that dooms it (PostgreSQL's lock_timeout, a cancel request), or undoes the statement only
    /// (mysql: innodb_lock_wait_timeout, KILL QUERY).
    Error fail_wait(Session session, ErrorKind kind);

    /// A statement of the session fails as a deadlock victim does, whatever the reason: inside a
    /// transaction it dooms it (mysql: undoes it), outside one nothing happened.
    Error fail_statement(Session session);

    /// How many of the newest writing commits can be forgotten now.
    [[nodiscard]] std::size_t forgettable() const;

    /// A server takes over that never got the newest `commits` writing commits: the rows that they
    /// wrote are again what they were before. Every session is rolled back first. Sequences go on
    /// where they were.
    void forget_commits(std::size_t commits);

    /// The committed rows of a table; empty for an unknown table. In the order of the identity
    /// column (that of first insertion), else of the primary key, else of their contents: it does
    /// not depend on history.
    [[nodiscard]] std::vector<std::vector<Value>> committed(std::string_view table) const;

    /// One number that changes whenever committed rows may have changed.
    [[nodiscard]] std::uint64_t commits() const;

    /// Folds in all state that later calls can see. Timestamps count as their distance from `now`,
    /// so states that differ by a shift in time are equal; transaction and row numbers do not
    /// count.
    void hash(Hasher& hasher, Instant now, Naming& naming) const;

    /// Every row, committed or pending, for people: {"dedup pay-1", "status=0 (pending, s2)"}.
    /// NULLs are left out, timestamps read "t+5s".
    struct Line {
        std::string name;
        std::string content;
    };
    [[nodiscard]] std::vector<Line> describe() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace onceproof::fake
