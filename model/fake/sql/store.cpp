#include "model/fake/sql/store.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::fake {

namespace {

/// True if some open snapshot sees what was committed by `from` and superseded by `to`. InnoDB
/// keeps all that was superseded after the oldest snapshot, and its index entries with it.
bool needed(const Store& store, CommitNumber from, CommitNumber to) {
    return std::any_of(
        store.sessions.begin(),
        store.sessions.end(),
        [&](const SessionState& session) {
            return session.snapshot && *session.snapshot < to &&
                   (store.is_mysql() || *session.snapshot >= from);
        }
    );
}

void drop_locks(Row& row, std::size_t session) {
    if (row.locker == session) row.locker = nobody;
    std::erase(row.sharers, static_cast<std::uint8_t>(session));
}

void clear_pending(Row& row) {
    row.change = Change::none;
    row.writer = nobody;
    row.indexed = 0;
    row.command = 0;
    row.pending.clear();
    row.replaced.clear();
    row.rewritten = false;
}

/// The version by which a row has its place; of a deleted row, the one that some snapshot still
/// sees.
const Cells& placing(const Row& row) {
    const bool deleted = row.newest.cells.empty() && !row.older.empty();
    return deleted ? row.older.back().cells : row.newest.cells;
}

/// Order of rows within a table: by identity or primary key, then by content; those not yet
/// committed last.
bool stands_before(const Table& table, const Row& left, const Row& right) {
    const Cells& first_cells = placing(left);
    const Cells& second_cells = placing(right);
    if (first_cells.empty() || second_cells.empty()) {
        return !first_cells.empty() && second_cells.empty();
    }
    for (const std::size_t column : table.order) {
        const Datum first = first_cells[column].view();
        const Datum second = second_cells[column].view();
        if (first.is_null() || second.is_null()) {
            if (first.is_null() != second.is_null()) return second.is_null();
            continue;
        }
        const int order = compare(first, second);
        if (order != 0) return order < 0;
    }
    return false;
}

/// Puts rows whose versions have just been committed where they belong.
void restore_order(const Table& table, std::vector<Row>& rows) {
    const auto before = [&table](const Row& left, const Row& right) {
        return stands_before(table, left, right);
    };
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (!before(rows[i], rows[i - 1])) continue;
        const auto end = rows.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(std::upper_bound(rows.begin(), end, rows[i], before), end, end + 1);
    }
}

void erase_dead(std::vector<Row>& rows) {
    const auto dead = [](const Row& row) {
        return row.change == Change::none && row.newest.cells.empty() && row.older.empty();
    };
    rows.erase(std::remove_if(rows.begin(), rows.end(), dead), rows.end());
}

void publish_row(Store& store, Row& row, CommitNumber commit) {
    const bool never_seen = row.newest.since == 0;
    if (row.change == Change::remove && never_seen) {
        clear_pending(row);
        return;
    }
    if (!never_seen && needed(store, row.newest.since, commit)) {
        row.older.push_back(std::move(row.newest));
        ++store.superseded;
    }
    row.newest.since = commit;
    row.newest.cells.clear();
    row.newest.rewritten = row.rewritten;
    if (row.change != Change::remove) row.newest.cells = std::move(row.pending);
    if (row.change == Change::remove && !row.older.empty()) ++store.superseded;
    clear_pending(row);
}

}  // namespace

Store::Store(const Schema& tables_of, std::size_t session_count, Dialect behaviour)
    : schema(&tables_of),
      dialect(behaviour),
      tables(tables_of.tables.size()),
      sessions(session_count) {
    ENSURE(session_count <= sessions_max);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Table& table = schema->tables[i];
        tables[i].identity_seen = table.identity && table.keys.size() == 1;
    }
    for (SessionState& session : sessions)
        session.isolation = default_isolation(dialect);
}

const Row* TableData::find(std::uint64_t number) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [number](const Row& row) {
        return row.number == number;
    });
    return found == rows.end() ? nullptr : &*found;
}

Row* TableData::find(std::uint64_t number) {
    return const_cast<Row*>(std::as_const(*this).find(number));
}

const Version* visible_version(const Row& row, CommitNumber snapshot) {
    const Version* found = nullptr;
    if (row.newest.since != 0 && row.newest.since <= snapshot) {
        found = &row.newest;
    } else {
        for (const Version& version : row.older) {
            if (version.since <= snapshot) found = &version;
        }
    }
    return found == nullptr || found->cells.empty() ? nullptr : found;
}

const Cells* visible(const Row& row, std::size_t session, CommitNumber snapshot) {
    if (row.writer == session && row.change != Change::none) {
        return row.change == Change::remove ? nullptr : &row.pending;
    }
    const Version* const version = visible_version(row, snapshot);
    return version == nullptr ? nullptr : &version->cells;
}

void tidy_rows(Store& store, std::size_t table) {
    erase_dead(store.tables[table].rows);
    restore_order(store.schema->tables[table], store.tables[table].rows);
}

void publish(Store& store, std::size_t session) {
    SessionState& me = store.sessions[session];
    if (me.wrote) open_commit(store);
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        if ((me.touched >> i & 1U) == 0) continue;
        bool changed = false;
        for (Row& row : store.tables[i].rows) {
            drop_locks(row, session);
            if (row.writer != session) continue;
            remember_change(store, i, row);
            publish_row(store, row, store.last_commit);
            changed = true;
        }
        if (changed) tidy_rows(store, i);
    }
    me.touched = 0;
}

void withdraw(Store& store, std::size_t session) {
    SessionState& me = store.sessions[session];
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        if ((me.touched >> i & 1U) == 0) continue;
        for (Row& row : store.tables[i].rows) {
            drop_locks(row, session);
            if (row.writer == session) clear_pending(row);
        }
        erase_dead(store.tables[i].rows);
    }
    me.touched = 0;
}

void prune(Store& store) {
    if (store.superseded == 0) return;
    store.superseded = 0;
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        std::vector<Row>& rows = store.tables[i].rows;
        for (Row& row : rows) {
            std::vector<Version> kept;
            for (std::size_t v = 0; v < row.older.size(); ++v) {
                const bool last = v + 1 == row.older.size();
                const CommitNumber until = last ? row.newest.since : row.older[v + 1].since;
                const bool keep = needed(store, row.older[v].since, until);
                if (keep && !row.older[v].cells.empty()) kept.push_back(std::move(row.older[v]));
            }
            row.older = std::move(kept);
            store.superseded += row.older.size();
            if (row.newest.cells.empty() && !row.older.empty()) ++store.superseded;
        }
        erase_dead(rows);
    }
}

}  // namespace onceproof::fake
