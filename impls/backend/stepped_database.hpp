#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/start_error.hpp"
#include "model/port/sql.hpp"

namespace onceproof::backend {

/// What a statement, COMMIT or ROLLBACK came to: an error, or rows as text.
struct Answer {
    std::optional<ErrorKind> error{};
    std::vector<std::string> rows{};  ///< one text per row, as `row_text` has it
    std::int64_t affected = 0;

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// The answer for people.
std::string show(const Answer& answer);

/// The values of a row with | between them: NULL as \N, booleans as 0 and 1, instants as @ and
/// microseconds since 1970.
std::string row_text(std::span<const Value> row);

/// A real server with several sessions of its own, used from one thread: statements are sent and
/// their answers picked up later, so that a session can wait for another. Texts are PostgreSQL's.
///
/// Sessions are numbered by the user, from 0. What is asked of a session that has lost its
/// connection is answered by `connection_lost`. Throws std::runtime_error if the server itself
/// cannot be reached or refuses what no session asked for.
class SteppedDatabase {
public:
    virtual ~SteppedDatabase() = default;

    /// The server's name and version, "PostgreSQL 15.8".
    virtual std::string version() = 0;

    /// Drops all tables and makes those of `schema`. No session may be connected.
    virtual void recreate(std::string_view schema) = 0;

    /// Takes all rows out of the tables and lets their identities begin again. No session may be in
    /// a transaction.
    virtual void empty(std::span<const std::string_view> tables) = 0;

    /// Runs one statement of no session.
    virtual Answer query(const std::string& text) = 0;

    /// Opens the connection of a session; one that it still has is closed first.
    virtual void connect(std::size_t session) = 0;

    /// Closes a session's connection without reading what the server still has to say; the server
    /// finishes what it was told and rolls back what is open, a moment later (`gone`).
    virtual void disconnect(std::size_t session) = 0;

    /// Ends a session's connection from the server's side, as an operator would.
    virtual void kill(std::size_t session) = 0;

    /// True if the server has nothing left of a session that was disconnected or killed.
    virtual bool gone(std::size_t session) = 0;

    /// Begins a transaction.
    virtual void begin(std::size_t session, Isolation isolation) = 0;

    /// Sends one statement. The session must have no statement under way.
    virtual void send(
        std::size_t session, const std::string& text, std::span<const Value> parameters
    ) = 0;

    /// The answer to the statement under way if it has come within `timeout_ms`.
    virtual std::optional<Answer> receive(std::size_t session, int timeout_ms) = 0;

    /// True if the statement under way waits for a lock of another session.
    virtual bool blocked(std::size_t session) = 0;

    /// Ends the statement under way, whose answer is an error then (`timeout`) unless it came
    /// first.
    virtual void cancel(std::size_t session) = 0;

    /// Ends all statements that wait for a lock.
    virtual void end_waits() = 0;

    /// Keeps a session that is blocked from going on, whatever becomes of the lock, or lets it go
    /// on. PostgreSQL only, whose sessions have processes; nothing happens elsewhere.
    virtual void hold(std::size_t session, bool held) = 0;

    /// What `now()` is for a session: on PostgreSQL for a transaction that has just begun or
    /// a statement of none, on MariaDB for the next statement. After the first second of 1970.
    virtual void set_now(std::size_t session, Instant now) = 0;

    /// From the session's next statement on: how long it waits for a lock before it gives up with
    /// `lock_timeout`. 0: for ever (MariaDB: for a day).
    virtual void limit_waits(std::size_t session, int seconds) = 0;

    /// Settles whether this session's transaction, which has just begun, gives way if it becomes
    /// part of a deadlock. Exactly one of those that take part should.
    ///
    /// PostgreSQL: a session looks once for a deadlock that it is part of, and gives way if it
    /// finds one: half a second after it began to wait, or when it is no longer held (so the others
    /// must have begun by then); or after a minute, and so it stays for later transactions.
    /// MariaDB: a transaction that has written to a table that cannot roll back is kept.
    virtual void settle_deadlocks(std::size_t session, bool gives_way) = 0;

    /// From now on commits are answered, and forgotten by the next `crash`, as a standby that takes
    /// over has never had its primary's newest ones. False: this server cannot be made to.
    ///
    /// PostgreSQL: synchronous_commit is off, and the processes that write in the background stand
    /// still.
    virtual bool forget_commits() = 0;

    /// Kills the server as a crash would; all connections are lost. Identities go on after it where
    /// they were: PostgreSQL by itself would leave out up to 32 numbers, MariaDB would give those
    /// of lost transactions once more.
    virtual void crash() = 0;

    /// Starts it again on what it had on disk; sessions have to be connected again.
    virtual void restart() = 0;
};

/// Settings of the servers below.
struct SteppedOptions {
    bool fsync = true;     ///< off: what was committed need not survive a crash
    std::string binary{};  ///< as in `PostgresServerOptions` (folder) and `MariadbServerOptions`
};

/// A throw-away PostgreSQL or MariaDB; it goes with the object.
Started<SteppedDatabase> start_stepped_postgres(const SteppedOptions& options);
Started<SteppedDatabase> start_stepped_mariadb(const SteppedOptions& options);

}  // namespace onceproof::backend
