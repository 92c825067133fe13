#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/sql.hpp"

namespace onceproof::conformance {

/// What a statement, COMMIT or ROLLBACK came to: an error, or rows as text.
struct Answer {
    std::optional<ErrorKind> error;
    std::vector<std::string> rows;  ///< one text per row: its values, NULL as \N, separated by |
    std::int64_t affected = 0;

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// The answer for people.
std::string show(const Answer& answer);

/// A real server with several sessions of its own, used from one thread: statements are sent and
/// their answers picked up later, so that a session can wait for another. Texts are PostgreSQL's.
class RealDatabase {
public:
    virtual ~RealDatabase() = default;

    /// Brings the tables of the sequences to their first rows.
    virtual void reset() = 0;

    /// Begins a transaction.
    virtual void begin(std::size_t session, Isolation isolation) = 0;

    /// Sends one statement. The session must have no statement under way.
    virtual void send(
        std::size_t session, const std::string& text, const std::vector<Value>& parameters
    ) = 0;

    /// The answer to the statement under way if it has come within `timeout_ms`.
    virtual std::optional<Answer> receive(std::size_t session, int timeout_ms) = 0;

    /// True if the statement under way waits for a lock of another session.
    virtual bool blocked(std::size_t session) = 0;

    /// Ends all statements that wait for a lock.
    virtual void end_waits() = 0;

    /// The committed rows of a table of the sequences, as `Answer` has them; instants as @ and
    /// microseconds, late ones as NULL.
    virtual Answer rows(std::string_view table) = 0;
};

}  // namespace onceproof::conformance
