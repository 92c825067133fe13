#include "model/fake/sql/conflict.hpp"

#include <algorithm>

namespace onceproof::fake {

namespace {

bool same_key(const Key& key, const Cells& left, const Cells& right) {
    if (left.empty() || right.empty()) return false;
    for (const std::size_t column : key) {
        if (left[column].is_null() || !(left[column] == right[column])) return false;
    }
    return true;
}

/// True if the open transaction of the row's writer has entered this key, even if it removed the
/// entry again.
bool entered_by_writer(const Row& row, std::size_t key, const Key& columns, const Cells& cells) {
    if (row.change == Change::none) return false;
    for (const Cells& version : row.replaced) {
        if (same_key(columns, version, cells)) return true;
    }
    return row.indexed > key && same_key(columns, row.pending, cells);
}

}  // namespace

KeyConflict find_conflict(
    const Store& store,
    std::size_t session,
    std::size_t table,
    std::size_t key,
    const Cells& cells,
    std::uint64_t self
) {
    const Key& columns = store.schema->tables[table].keys[key];
    KeyConflict result;
    for (const Row& row : store.tables[table].rows) {
        if (row.number == self) continue;
        const bool committed = same_key(columns, row.newest.cells, cells);
        const bool pending = entered_by_writer(row, key, columns, cells);
        if (!committed && !pending) continue;
        if (row.change == Change::none) {
            result.definite = &row;
        } else if (row.writer != session) {
            result.blockers |= bit_of(row.writer);
        } else if (row.change != Change::remove && same_key(columns, row.pending, cells)) {
            result.definite = &row;
            result.own = true;
        }
    }
    return result;
}

void share(Row& row, std::size_t session) {
    const auto me = static_cast<std::uint8_t>(session);
    const bool known = std::find(row.sharers.begin(), row.sharers.end(), me) != row.sharers.end();
    if (!known) row.sharers.push_back(me);
}

SessionMask lock_holders(const Row& row, std::size_t session, bool shared) {
    SessionMask holders = 0;
    if (!shared) {
        for (const std::uint8_t sharer : row.sharers)
            holders |= bit_of(sharer);
    }
    if (row.locker != nobody) holders |= bit_of(row.locker);
    if (row.change != Change::none) holders |= bit_of(row.writer);
    return holders & ~bit_of(session);
}

bool follows_update(const SessionState& session, const Plan& plan, const Row& row) {
    return plan.verb == Verb::select && session.snapshot_is_fixed() && row.change == Change::update;
}

}  // namespace onceproof::fake
