#include <utility>

#include "model/fake/sql/innodb.hpp"

namespace onceproof::fake {

namespace {

void add_places(const Store& store, std::size_t table, const Row& row, std::vector<Place>& places) {
    const Table& layout = store.schema->tables[table];
    for (std::size_t index = 0; index <= layout.keys.size(); ++index) {
        for (Cells& cells : places_of(layout, index, row)) {
            places.push_back({table, index, std::move(cells)});
        }
    }
}

/// Brings the row back to what it was before the statement.
void put_back(Store& store, Undo& undo) {
    TableData& data = store.tables[undo.table];
    Row* const row = data.find(undo.row);
    if (row == nullptr) return;
    row->change = undo.change;
    row->indexed = undo.indexed;
    row->command = undo.command;
    row->pending = std::move(undo.pending);
    row->replaced = std::move(undo.replaced);
    if (row->change != Change::none) return;
    row->writer = nobody;
    if (row->newest.since == 0) data.rows.erase(data.rows.begin() + (row - data.rows.data()));
}

}  // namespace

void undo_statement(Store& store, std::size_t session, std::uint64_t only_row) {
    std::vector<Undo>& undo = store.sessions[session].under_way().undo;
    std::vector<Place> places;
    for (std::size_t i = undo.size(); i-- > 0;) {
        if (only_row != 0 && undo[i].row != only_row) continue;
        if (const Row* row = store.tables[undo[i].table].find(undo[i].row)) {
            add_places(store, undo[i].table, *row, places);
        }
        put_back(store, undo[i]);
        undo.erase(undo.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (only_row == 0) {
        // The row is no longer the session's, and its old entries with it.
        for (const Place& place : store.sessions[session].under_way().implicit)
            drop_implicit_lock(store, session, place);
    }
    for (const Place& place : places) {
        const bool gone = !is_present(store, place.table, place.index, place.cells);
        if (gone) drop_implicit_lock(store, session, place);
    }
    forget_places(store, places);
}

std::vector<Place> touched_places(const Store& store, std::size_t session) {
    std::vector<Place> places;
    if (!store.is_mysql()) return places;
    for (std::size_t table = 0; table < store.tables.size(); ++table) {
        for (const Row& row : store.tables[table].rows) {
            if (row.writer == session) add_places(store, table, row, places);
        }
    }
    return places;
}

std::vector<Place> kept_places(const Store& store) {
    std::vector<Place> places;
    if (!store.is_mysql() || store.superseded == 0) return places;
    for (std::size_t table = 0; table < store.tables.size(); ++table) {
        for (const Row& row : store.tables[table].rows) {
            if (!row.older.empty()) add_places(store, table, row, places);
        }
    }
    return places;
}

void forget_places(Store& store, const std::vector<Place>& places) {
    for (const Place& place : places) {
        if (!is_present(store, place.table, place.index, place.cells)) place_is_gone(store, place);
    }
}

}  // namespace onceproof::fake
