#include "model/fake/sql/store_hash.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "model/fake/sql/index.hpp"

// What counts as the state of the database: two of them have equal fingerprints if no later call
// can tell them apart.

namespace onceproof::fake {
namespace {

constexpr CommitNumber never = std::numeric_limits<CommitNumber>::max();

/// Calls `visit` with every session of the set.
template <class Visit>
void for_each(SessionMask sessions, const Visit& visit) {
    for (; sessions != 0; sessions &= sessions - 1)
        visit(static_cast<std::size_t>(std::countr_zero(sessions)));
}

bool is_in_key(const Table& table, std::size_t column) {
    return std::any_of(table.keys.begin(), table.keys.end(), [column](const Key& key) {
        return std::find(key.begin(), key.end(), column) != key.end();
    });
}

/// Keys order rows and places; without one the whole content does.
bool orders(const Table& table, std::size_t column, const Datum& datum) {
    return datum.kind() == DatumKind::text && (table.keys.empty() || is_in_key(table, column));
}

class StoreHash {
public:
    StoreHash(const Store& store, Hasher& hasher, Instant now, Naming& naming)
        : store_(store), hasher_(hasher), now_(now), naming_(naming) {
        for (std::size_t i = 0; i < store.sessions.size(); ++i) {
            const SessionState& session = store.sessions[i];
            if (session.phase == Phase::idle) continue;
            open_ |= bit_of(i);
            if (session.snapshot) snapshots_ |= bit_of(i);
        }
    }

    void add() {
        for (std::size_t i = 0; i < store_.tables.size(); ++i) {
            const TableData& data = store_.tables[i];
            hasher_.add(data.rows.size() << 1 | (snapshots_ != 0 ? 1U : 0U));
            if (data.identity_seen) hasher_.add(static_cast<std::uint64_t>(data.next_identity));
            for (const Row& row : data.rows)
                add_row(i, row);
        }
        add_sessions();
    }

private:
    StoreHash(const StoreHash& of, Hasher& hasher)
        : store_(of.store_),
          hasher_(hasher),
          now_(of.now_),
          naming_(of.naming_),
          open_(of.open_),
          snapshots_(of.snapshots_) {}

    [[nodiscard]] SessionMask named(SessionMask sessions) {
        SessionMask mask = 0;
        for_each(sessions, [&](std::size_t session) { mask |= bit_of(naming_.session(session)); });
        return mask;
    }

    [[nodiscard]] std::uint8_t named(std::uint8_t session) {
        return session == nobody ? nobody : naming_.session(session);
    }

    /// Which sessions' snapshots see a version committed by `from` (and not yet one committed by
    /// `until`).
    [[nodiscard]] SessionMask viewers(CommitNumber from, CommitNumber until) {
        SessionMask mask = 0;
        for_each(snapshots_, [&](std::size_t session) {
            const CommitNumber snapshot = *store_.sessions[session].snapshot;
            if (snapshot >= from && snapshot < until) mask |= bit_of(naming_.session(session));
        });
        return mask;
    }

    void add_cells(std::size_t table, const Cells& cells) {
        hash_cells(store_, table, cells, hasher_, now_, naming_);
    }

    void add_row(std::size_t table, const Row& row) {
        const bool fresh = row.newest.since == 0;
        // A region has no room for numbers of versions and sessions that do not fit in here.
        hasher_.add(
            row.older.size() << 48 | row.sharers.size() << 40 |
            (row.rewritten ? std::uint64_t{1} : 0) << 33 | (fresh ? std::uint64_t{1} : 0) << 32 |
            std::uint64_t{named(row.locker)} << 24 | static_cast<std::uint64_t>(row.change) << 16 |
            std::uint64_t{named(row.writer)} << 8 | row.indexed
        );
        if (fresh) add_rank(table, row.pending);
        for (const Version& version : row.older) {
            hasher_.add(viewers(version.since, row.newest.since));
            add_cells(table, version.cells);
        }
        if (!fresh) {
            if (snapshots_ != 0) hasher_.add(viewers(row.newest.since, never));
            add_cells(table, row.newest.cells);
        }
        for (const std::uint8_t sharer : row.sharers)
            hasher_.add(named(sharer));
        if (row.change == Change::none) return;
        const SessionState& writer = store_.sessions[row.writer];
        const bool unfinished = writer.waiting() && row.command == writer.command;
        hasher_.add(row.replaced.size() << 1 | (unfinished ? 1U : 0U));
        add_cells(table, row.pending);
        for (const Cells& cells : row.replaced)
            add_cells(table, cells);
    }

    /// Those that are in a transaction, in any order. An idle one is like any other.
    void add_sessions() {
        Fingerprint sum;
        for_each(open_, [&](std::size_t i) {
            Hasher own;
            own.add(naming_.session(i));
            StoreHash(*this, own).add_session(store_.sessions[i]);
            sum += own.finish();
        });
        hasher_.add(sum);
    }

    void add_session(const SessionState& session) {
        hasher_.add(
            static_cast<std::uint64_t>(session.phase) << 16 |
            static_cast<std::uint64_t>(session.isolation) << 8 |
            (session.explicit_transaction ? 1U : 0U) | (session.waiting() ? 2U : 0U) |
            (session.snapshot ? 4U : 0U)
        );
        // In the dialect mysql now() is each statement's own.
        if (session.phase == Phase::active && (!store_.is_mysql() || session.waiting())) {
            hasher_.add(static_cast<std::uint64_t>(session.start - now_.time_since_epoch().count())
            );
        }
        if (session.waiting()) add_wait(session);
    }

    void add_wait(const SessionState& session) {
        const UnderWay& statement = *session.statement;
        const Wait& wait = statement.wait;
        const TableData& data = store_.tables[wait.table];
        const Row* const row = data.find(wait.row);
        hasher_.add(named(wait.blockers));
        hasher_.add(wait.table);
        hasher_.add(row == nullptr ? 0 : static_cast<std::uint64_t>(row - data.rows.data()) + 1);
        hasher_.add(
            (wait.key ? *wait.key + 1 : 0) << 3 | (wait.shared ? 1U : 0U) |
            (wait.follows ? 2U : 0U) | (wait.successor != 0 ? 4U : 0U)
        );
        hasher_.add(statement.rows_done);
        add_cells(wait.table, statement.prepared);
        add_rank(wait.table, statement.prepared);
        for (const Undo& undo : statement.undo) {
            hasher_.add(static_cast<std::uint64_t>(undo.change) << 8 | undo.indexed);
            add_cells(undo.table, undo.pending);
        }
        for (const Place& place : statement.implicit)
            hasher_.add(lock_at(place));
        hasher_.add(static_cast<std::uint64_t>(statement.partial.affected));
        for (const auto& line : statement.partial.rows) {
            for (const Value& value : line)
                add_value(value);
        }
    }

    /// Which of the locks, which are hashed in their order, is the first on that entry.
    [[nodiscard]] std::size_t lock_at(const Place& place) const {
        const auto& locks = store_.locks;
        const auto found = std::find_if(locks.begin(), locks.end(), [&](const IndexLock& lock) {
            return lock.table == place.table && lock.index == place.index &&
                   lock.covers == IndexLock::Covers::record &&
                   compare_places(lock.place, place.cells) == 0;
        });
        return static_cast<std::size_t>(found - locks.begin());
    }

    /// Where the number that cells not yet committed have drawn stands among those of the rows:
    /// their place in the table tells it only once they are committed. (Seen ones count
    /// themselves.)
    void add_rank(std::size_t table, const Cells& drawn) {
        const std::optional<std::size_t> identity = store_.schema->tables[table].identity;
        if (!identity || drawn.empty() || store_.tables[table].identity_seen) return;
        std::uint64_t before = 0;
        for (const Row& other : store_.tables[table].rows) {
            const Cells& cells = !other.newest.cells.empty() ? other.newest.cells
                                 : other.older.empty()       ? other.pending
                                                             : other.older.back().cells;
            const bool smaller =
                !cells.empty() && compare(cells[*identity].view(), drawn[*identity].view()) < 0;
            before += smaller ? 1 : 0;
        }
        hasher_.add(before);
    }

    void add_value(const Value& value) {
        hasher_.add(value.index());
        if (const auto* const number = std::get_if<std::int64_t>(&value)) {
            hasher_.add(static_cast<std::uint64_t>(*number));
        } else if (const auto* const text = std::get_if<std::string>(&value)) {
            naming_.add(hasher_, *text);
        } else if (const auto* const instant = std::get_if<Instant>(&value)) {
            hasher_.add(static_cast<std::uint64_t>((*instant - now_).count()));
        }
    }

    const Store& store_;
    Hasher& hasher_;
    Instant now_;
    Naming& naming_;
    SessionMask open_ = 0;       // in a transaction
    SessionMask snapshots_ = 0;  // of these
};

}  // namespace

/// Identity values that no client has seen are interchangeable: only their order counts, which is
/// that of committed rows, and for the others their rank.
void hash_cells(
    const Store& store,
    std::size_t table,
    const Cells& cells,
    Hasher& hasher,
    Instant now,
    Naming& naming
) {
    if (cells.empty()) {
        hasher.add(0);
        return;
    }
    const Table& layout = store.schema->tables[table];
    const bool identity_seen = store.tables[table].identity_seen;
    const CellsDigest& digest = cells.digest(layout.identity);
    hasher.add(digest.still);
    digest.for_each_moving(cells.size(), [&](std::size_t i) {
        const Datum datum = cells[i].view();
        if (layout.identity == i && !identity_seen) return;
        if (orders(layout, i, datum)) naming.ordered_by(datum.text());
        datum.hash(hasher, now, naming);
    });
}

void hash_store(const Store& store, Hasher& hasher, Instant now, Naming& naming) {
    StoreHash(store, hasher, now, naming).add();
    if (!store.serializable.parties.empty()) hash_serializable(store, hasher, now, naming);
    if (store.history.max > 0) hash_history(store, hasher, now, naming);
    if (!store.locks.empty()) hash_locks(store, hasher, now, naming);
}

}  // namespace onceproof::fake
