#include <algorithm>

#include "model/fake/sql/index.hpp"
#include "model/fake/sql/innodb_locks.hpp"

namespace onceproof::fake {

namespace {

/// How many rows have a smaller value in the column: names a value that itself does not count.
std::uint64_t rank(const TableData& data, std::size_t column, const Datum& value) {
    const auto is_smaller = [&](const Row& row) {
        if (column == row_number) return static_cast<std::int64_t>(row.number) < value.number();
        const Cells& cells = row.newest.cells.empty() ? row.pending : row.newest.cells;
        return !cells.empty() && compare(cells[column].view(), value) < 0;
    };
    return static_cast<std::uint64_t>(std::count_if(data.rows.begin(), data.rows.end(), is_smaller)
    );
}

void hash_place(
    const Store& store,
    const IndexLock& lock,
    const Cells& place,
    Hasher& hasher,
    Instant now,
    Naming& naming
) {
    const Table& table = store.schema->tables[lock.table];
    const TableData& data = store.tables[lock.table];
    const std::vector<std::size_t> columns = index_columns(table, lock.index);
    hasher.add(place.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
        const bool drawn = table.identity == columns[i] && !data.identity_seen;
        if (drawn || columns[i] == row_number) {
            hasher.add(rank(data, columns[i], place[i].view()));
        } else {
            place[i].view().hash(hasher, now, naming);
        }
    }
}

}  // namespace

void hash_locks(const Store& store, Hasher& hasher, Instant now, Naming& naming) {
    hasher.add(store.locks.size());
    for (const IndexLock& lock : store.locks) {
        hasher.add(
            std::uint64_t{naming.session(lock.session)} << 32 |
            static_cast<std::uint64_t>(lock.covers) << 16 | (lock.exclusive ? 1U : 0U) |
            (lock.granted ? 2U : 0U) | (lock.asked ? 4U : 0U)
        );
        hasher.add(static_cast<std::uint64_t>(lock.table) << 8 | lock.index);
        hash_place(store, lock, lock.place, hasher, now, naming);
        hash_place(store, lock, lock.high, hasher, now, naming);
    }
}

}  // namespace onceproof::fake
