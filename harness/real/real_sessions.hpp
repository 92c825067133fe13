#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/real/real_store.hpp"
#include "harness/real/sql_ahead.hpp"
#include "impls/backend/stepped_database.hpp"
#include "model/fake/dialect.hpp"
#include "model/world/store_log.hpp"

namespace onceproof::harness {

/// The sessions of one run on a real database. Each connects when it first has something to say.
///
/// Exceptions of `SteppedDatabase` pass through.
class RealSessions {
public:
    RealSessions(
        backend::SteppedDatabase& server,
        const world::StoreLog& log,
        fake::Dialect dialect,
        const RealTime& time
    );

    /// BEGIN goes with the next statement.
    void begin(const world::StoreEvent& event, const world::SqlBegin& begin);
    std::optional<Obstacle> call(const world::StoreEvent& event, const world::SqlCall& call);
    std::optional<Obstacle> end(const world::StoreEvent& event, const world::SqlEnd& end);

    /// The server was killed: no session is connected any longer.
    void lose_all();
    /// Leaves the server without any of them.
    std::optional<Obstacle> leave_all();

private:
    struct Session {
        bool connected = false;
        bool open = false;     ///< in a transaction
        bool waits = false;    ///< a statement is under way
        bool limited = false;  ///< its waits are
        bool gives_way = false;
        Isolation isolation = Isolation::server_default;
        bool due = false;                        ///< BEGIN goes with the next statement
        std::optional<backend::Answer> early{};  ///< came while it should still wait
    };
    struct Expectation {
        std::string what;       ///< the call
        std::string simulated;  ///< what the fake did
    };

    void prepare(std::size_t number, Instant now);
    void send(const world::StoreEvent& event, const world::SqlCall& call);
    std::optional<Obstacle> await_block(std::size_t number, const Expectation& expected);
    std::optional<Obstacle> await_gone(std::size_t number);
    /// The answer to the statement under way; empty: it waits for another session, unless that
    /// is to `end`, or it took too long (`missing`).
    enum class Wait : std::uint8_t {
        ends,
        stays
    };
    std::optional<backend::Answer> await_answer(std::size_t number, Wait wait);
    Obstacle missing(std::size_t number, const Expectation& expected);
    /// Takes the answer to a statement that has to fail, in this way if it says how.
    std::optional<Obstacle> await_failure(
        std::size_t number, std::string_view what, std::optional<ErrorKind> kind
    );
    void note_answer(std::size_t number, bool ends, const backend::Answer& answer);
    /// Undoes what is open, and ends what is under way.
    std::optional<Obstacle> roll_back(std::size_t number);
    /// Closes the connection from this side, or has the server do so.
    std::optional<Obstacle> drop(std::size_t number, bool by_server);
    std::optional<Obstacle> fail_statement(
        const world::StoreEvent& event, const world::SqlEnd& end
    );

    backend::SteppedDatabase& server_;
    SqlAhead ahead_;
    bool mysql_;
    int answer_max_ms_;
    bool has_victims_;
    std::vector<Session> sessions_;  ///< one more than the run's, for deadlocks on purpose
};

/// What `fail_statement` of a run locks in a deadlock on purpose, besides the run's own tables.
extern const char* const deadlock_schema;
extern const char* const deadlock_rows;

}  // namespace onceproof::harness
