#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/fake/dialect.hpp"
#include "model/fake/sql/cells.hpp"
#include "model/fake/sql/history.hpp"
#include "model/fake/sql/innodb_locks.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/fake/sql/serializable.hpp"
#include "model/port/result.hpp"
#include "model/port/sql.hpp"

namespace onceproof::fake {

/// A set of sessions, one bit each.
using SessionMask = std::uint64_t;
inline constexpr std::size_t sessions_max = 64;
inline constexpr std::uint8_t nobody = 255;

inline SessionMask bit_of(std::size_t session) {
    return SessionMask{1} << session;
}

/// One committed state of a row. Without cells: the row is deleted.
struct Version {
    CommitNumber since = 0;  ///< the commit that made it; 0: there is no committed version yet
    Cells cells;
    bool rewritten = false;  ///< its transaction has updated the row more than once
};

/// What an open transaction has done to a row.
enum class Change : std::uint8_t {
    none,
    insert,
    update,
    remove
};

/// A row from its insertion to the moment when nobody can see it any more.
struct Row {
    std::uint64_t number = 0;  ///< names the row within its table while it lives
    Version newest;            ///< newest committed version
    std::vector<Version>
        older;  ///< superseded versions that some snapshot still sees, oldest first

    Change change = Change::none;  ///< by the open transaction of `writer`
    std::uint8_t writer = nobody;
    std::uint8_t indexed = 0;   ///< how many of the table's keys `pending` has been entered in
    std::uint32_t command = 0;  ///< the writer's statement that made `pending`
    Cells pending;              ///< the writer's newest version (of a removed row: the one removed)
    std::vector<Cells> replaced;  ///< the writer's earlier versions with another key
    bool rewritten = false;       ///< the writer has updated the row more than once

    // Row locks of the dialect postgres; those of mysql are `Store::locks`.
    std::uint8_t locker = nobody;       ///< holder of FOR UPDATE
    std::vector<std::uint8_t> sharers;  ///< holders of FOR SHARE, in the order they came
};

/// What a row's open change was before a statement of the dialect mysql touched the row.
struct Undo {
    std::size_t table = 0;
    std::uint64_t row = 0;
    Change change = Change::none;
    std::uint8_t indexed = 0;
    std::uint32_t command = 0;
    Cells pending;
    std::vector<Cells> replaced;
};

struct TableData {
    std::vector<Row> rows;
    std::uint64_t next_row = 1;
    std::int64_t next_identity = 1;
    /// An identity value has got out to a client; true from the start where rows have no other key,
    /// since whoever works with them will ask for it.
    bool identity_seen = false;

    [[nodiscard]] Row* find(std::uint64_t number);
    [[nodiscard]] const Row* find(std::uint64_t number) const;
};

enum class Phase : std::uint8_t {
    idle,    ///< outside a transaction
    begun,   ///< BEGIN waits to travel with the next statement
    active,  ///< between a transaction's first statement and its end
    failed,  ///< a statement failed: everything is undone, the client does not know yet
};

/// What a statement waits for.
struct Wait {
    SessionMask blockers = 0;      ///< those whose transactions must end; 0: try again
    std::size_t table = no_table;  ///< no_table: not waiting
    std::uint64_t row = 0;         ///< 0: the row that ON CONFLICT is about to insert (`prepared`)
    std::optional<std::size_t>
        key{};            ///< waits for an equal value of this key; empty: for the row's lock
    bool shared = false;  ///< wants the row lock FOR SHARE only
    /// SELECT … FOR UPDATE or SHARE above READ COMMITTED has found the row being updated: once the
    /// update is committed, it waits for the new version's lock as well, only to fail then
    /// (heap_lock_updated_tuple of PostgreSQL 15).
    bool follows = false;
    CommitNumber successor = 0;  ///< that new version; 0: there is none yet
};

/// What is kept of a statement until it ends: of one that waits, and of a writing one (mysql).
struct UnderWay {
    std::vector<Undo> undo;       ///< mysql
    std::vector<Place> implicit;  ///< mysql: entries that it has locked only by changing them
    Wait wait;
    std::size_t rows_done = 0;  ///< of a waiting INSERT
    Cells prepared;             ///< of a waiting INSERT … ON CONFLICT: its next row
    Rows partial;               ///< what the rows done so far return
};

struct SessionState {
    Phase phase = Phase::idle;
    Isolation isolation = Isolation::read_committed;
    bool explicit_transaction = false;
    bool wrote = false;      ///< has pending versions
    std::int64_t start = 0;  ///< now() in microseconds: the transaction's (mysql: the statement's)
    std::uint32_t command = 0;  ///< number of the current statement in the transaction
    std::uint64_t touched = 0;  ///< tables with pending versions or row locks, one bit each
    std::optional<CommitNumber>
        snapshot;  ///< of the transaction above READ COMMITTED, or of a waiting statement
    const Plan* plan = nullptr;           ///< the waiting statement
    std::unique_ptr<UnderWay> statement;  ///< null, as mostly: nothing of it has to be kept

    UnderWay& under_way() {
        if (statement == nullptr) statement = std::make_unique<UnderWay>();
        return *statement;
    }
    [[nodiscard]] bool waiting() const { return plan != nullptr; }
    [[nodiscard]] bool snapshot_is_fixed() const { return isolation != Isolation::read_committed; }
};

/// All that the database holds. The functions below and in the neighbouring headers work on it.
struct Store {
    Store(const Schema& tables_of, std::size_t session_count, Dialect behaviour);

    [[nodiscard]] bool is_mysql() const { return dialect == Dialect::mysql; }

    const Schema* schema;
    Dialect dialect;
    std::vector<TableData> tables;
    std::vector<SessionState> sessions;
    CommitNumber last_commit = 1;
    std::uint64_t writing_commits = 0;
    std::size_t superseded = 0;  ///< versions and deleted rows that are kept for a snapshot
    std::size_t waiters = 0;
    Serializable serializable;     ///< postgres
    std::vector<IndexLock> locks;  ///< mysql, in the order in which they were asked for
    History history;
};

/// The row as a statement of the session sees it with `snapshot`; null if it does not exist for it.
const Cells* visible(const Row& row, std::size_t session, CommitNumber snapshot);

/// The committed version that `snapshot` sees; null if there is none or it is deleted.
const Version* visible_version(const Row& row, CommitNumber snapshot);

/// Makes the session's changes committed versions and drops its locks.
void publish(Store& store, std::size_t session);

/// Undoes the session's changes and drops its locks.
void withdraw(Store& store, std::size_t session);

/// Drops rows that are gone for everybody and puts those left where they belong, whatever the
/// history was.
void tidy_rows(Store& store, std::size_t table);

/// Forgets versions that no snapshot sees. To be called after a snapshot has ended.
void prune(Store& store);

}  // namespace onceproof::fake
