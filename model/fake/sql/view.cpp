#include "model/fake/sql/view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "model/fake/sql/index.hpp"

namespace onceproof::fake {

namespace {

/// Which sessions' snapshots see a version committed by `from` (and not yet one committed by
/// `until`).
SessionMask viewers(const Store& store, CommitNumber from, CommitNumber until) {
    SessionMask mask = 0;
    for (std::size_t i = 0; i < store.sessions.size(); ++i) {
        const auto& snapshot = store.sessions[i].snapshot;
        if (snapshot && *snapshot >= from && *snapshot < until) mask |= bit_of(i);
    }
    return mask;
}

/// Identity values that no client has seen are interchangeable: only their order counts, which is
/// the rows'.
void hash_cells(
    const Table& table, const TableData& data, const Cells& cells, Hasher& hasher, Instant now
) {
    hasher.add(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (table.identity == i && !data.identity_seen) continue;
        cells[i].view().hash(hasher, now);
    }
}

void hash_row(const Store& store, std::size_t index, const Row& row, Hasher& hasher, Instant now) {
    const Table& table = store.schema->tables[index];
    const TableData& data = store.tables[index];
    const bool fresh = row.newest.since == 0;
    constexpr CommitNumber never = std::numeric_limits<CommitNumber>::max();
    hasher.add(row.older.size());
    for (const Version& version : row.older) {
        hasher.add(viewers(store, version.since, row.newest.since));
        hash_cells(table, data, version.cells, hasher, now);
    }
    hasher.add(fresh ? never : viewers(store, row.newest.since, never));
    if (!fresh) hash_cells(table, data, row.newest.cells, hasher, now);
    hasher.add(
        std::uint64_t{row.locker} << 32 | static_cast<std::uint64_t>(row.change) << 16 |
        std::uint64_t{row.writer} << 8 | row.indexed
    );
    hasher.add(row.sharers.size());
    for (const std::uint8_t sharer : row.sharers)
        hasher.add(sharer);
    if (row.change == Change::none) return;
    const SessionState& writer = store.sessions[row.writer];
    hasher.add(writer.waiting() && row.command == writer.command ? 1 : 0);
    hash_cells(table, data, row.pending, hasher, now);
    hasher.add(row.replaced.size());
    for (const Cells& cells : row.replaced)
        hash_cells(table, data, cells, hasher, now);
}

void hash_wait(const Store& store, const SessionState& session, Hasher& hasher, Instant now) {
    const Wait& wait = session.wait;
    const TableData& data = store.tables[wait.table];
    const Row* const row = data.find(wait.row);
    hasher.add(wait.blockers);
    hasher.add(wait.table);
    hasher.add(row == nullptr ? 0 : static_cast<std::uint64_t>(row - data.rows.data()) + 1);
    hasher.add((wait.key ? *wait.key + 1 : 0) << 1 | (wait.shared ? 1U : 0U));
    hasher.add(session.rows_done);
    hash_cells(store.schema->tables[wait.table], data, session.prepared, hasher, now);
    if (const auto identity = store.schema->tables[wait.table].identity;
        identity && !session.prepared.empty()) {
        // Where the number that it has drawn stands among those of the rows.
        const Datum drawn = session.prepared[*identity].view();
        std::uint64_t before = 0;
        for (const Row& other : data.rows) {
            const Cells& cells = other.newest.cells.empty() ? other.pending : other.newest.cells;
            if (!cells.empty() && compare(cells[*identity].view(), drawn) < 0) ++before;
        }
        hasher.add(before);
    }
    for (const Undo& undo : session.undo) {
        hasher.add(static_cast<std::uint64_t>(undo.change) << 8 | undo.indexed);
        hash_cells(
            store.schema->tables[undo.table], store.tables[undo.table], undo.pending, hasher, now
        );
    }
    hasher.add(static_cast<std::uint64_t>(session.partial.affected));
    for (const auto& line : session.partial.rows) {
        for (const Value& value : line) {
            hasher.add(value.index());
            if (const auto* const number = std::get_if<std::int64_t>(&value)) {
                hasher.add(static_cast<std::uint64_t>(*number));
            } else if (const auto* const text = std::get_if<std::string>(&value)) {
                hasher.add(*text);
            } else if (const auto* const instant = std::get_if<Instant>(&value)) {
                hasher.add(static_cast<std::uint64_t>((*instant - now).count()));
            }
        }
    }
}

void hash_session(const Store& store, const SessionState& session, Hasher& hasher, Instant now) {
    hasher.add(
        static_cast<std::uint64_t>(session.phase) << 16 |
        static_cast<std::uint64_t>(session.isolation) << 8 |
        (session.explicit_transaction ? 1U : 0U) | (session.waiting() ? 2U : 0U) |
        (session.snapshot ? 4U : 0U)
    );
    // In the dialect mysql now() is each statement's own.
    if (session.phase == Phase::active && (!store.is_mysql() || session.waiting())) {
        hasher.add(static_cast<std::uint64_t>(session.start - now.time_since_epoch().count()));
    }
    if (session.waiting()) hash_wait(store, session, hasher, now);
}

std::string shown(const Datum& datum) {
    switch (datum.kind()) {
        case DatumKind::null:
            return "NULL";
        case DatumKind::integer:
            return std::to_string(datum.number());
        case DatumKind::text:
            return std::string(datum.text());
        case DatumKind::instant:
            break;
    }
    return fmt::format("t+{}", format_duration(Duration(datum.number())));
}

/// The table's first key that is no identity, or its first column.
Key naming_columns(const Table& table) {
    for (const Key& key : table.keys) {
        const bool identity = table.identity && key == Key{*table.identity};
        if (!identity) return key;
    }
    return {0};
}

Database::Line line_of(const Table& table, const Cells& cells, const std::string& remark) {
    const Key naming = naming_columns(table);
    Database::Line line;
    line.name = table.name;
    for (const std::size_t column : naming) {
        line.name += fmt::format(" {}", shown(cells[column].view()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool names = std::find(naming.begin(), naming.end(), i) != naming.end();
        if (names || cells[i].view().kind() == DatumKind::null) continue;
        if (!line.content.empty()) line.content += ' ';
        line.content += fmt::format("{}={}", table.columns[i].name, shown(cells[i].view()));
    }
    line.content += remark;
    return line;
}

/// The session that holds the row for itself without having changed it; `nobody` if there is none.
std::uint8_t locker_of(const Store& store, std::size_t table, const Row& row) {
    if (!store.is_mysql()) return row.locker;
    const Table& layout = store.schema->tables[table];
    const std::size_t clustered = clustered_index(layout);
    const Place place{table, clustered, place_of(layout, clustered, row, row.newest.cells)};
    for (std::size_t session = 0; session < store.sessions.size(); ++session) {
        const bool locks = row.writer != session && holds_record(store, session, place, true);
        if (locks) return static_cast<std::uint8_t>(session);
    }
    return nobody;
}

}  // namespace

void hash_cells(
    const Store& store, std::size_t table, const Cells& cells, Hasher& hasher, Instant now
) {
    hash_cells(store.schema->tables[table], store.tables[table], cells, hasher, now);
}

void hash_store(const Store& store, Hasher& hasher, Instant now) {
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        const TableData& data = store.tables[i];
        hasher.add(data.rows.size());
        if (data.identity_seen) hasher.add(static_cast<std::uint64_t>(data.next_identity));
        for (const Row& row : data.rows)
            hash_row(store, i, row, hasher, now);
    }
    for (const SessionState& session : store.sessions)
        hash_session(store, session, hasher, now);
    if (!store.serializable.parties.empty()) hash_serializable(store, hasher, now);
    if (store.history.max > 0) hash_history(store, hasher, now);
    if (!store.locks.empty()) hash_locks(store, hasher, now);
}

std::vector<Database::Line> describe_store(const Store& store) {
    std::vector<Database::Line> lines;
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        const Table& table = store.schema->tables[i];
        for (const Row& row : store.tables[i].rows) {
            if (!row.newest.cells.empty()) {
                std::string remark;
                const std::uint8_t locker = locker_of(store, i, row);
                if (locker != nobody) remark = fmt::format(" (locked, s{})", locker);
                if (row.change == Change::remove)
                    remark = fmt::format(" (deleted, s{})", row.writer);
                lines.push_back(line_of(table, row.newest.cells, remark));
            }
            if (row.change == Change::insert || row.change == Change::update) {
                const std::string remark = fmt::format(" (pending, s{})", row.writer);
                lines.push_back(line_of(table, row.pending, remark));
            }
        }
    }
    return lines;
}

}  // namespace onceproof::fake
