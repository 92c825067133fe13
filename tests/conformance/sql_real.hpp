#pragma once

#include <cstddef>
#include <libpq-fe.h>
#include <memory>
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

/// A real PostgreSQL with several sessions of its own, used from one thread: statements are sent
/// and their answers picked up later, so that a session can wait for another.
class RealDatabase {
public:
    /// Starts a throw-away server with the tables of `schema`. Throws std::runtime_error if that
    /// fails.
    RealDatabase(std::string_view schema, std::size_t sessions);
    ~RealDatabase();

    /// Sends one statement. The session must have no statement under way.
    void send(std::size_t session, const std::string& text, const std::vector<Value>& parameters);

    /// The answer to the statement under way if it has come within `timeout_ms`.
    std::optional<Answer> receive(std::size_t session, int timeout_ms);

    /// True if the statement under way waits for a lock of another session.
    bool blocked(std::size_t session);

    /// Runs a statement of no session and gives its answer.
    Answer run(const std::string& text);

private:
    struct Server;
    struct Finish {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };
    using Connection = std::unique_ptr<PGconn, Finish>;

    Connection connect() const;

    std::unique_ptr<Server> server_;
    Connection monitor_;
    std::vector<Connection> sessions_;
};

}  // namespace onceproof::conformance
