#include "model/fake/sql/index.hpp"

#include <algorithm>

namespace onceproof::fake {

namespace {

/// The place nearest to `place` on the side that `wanted` tells.
template <class Wanted>
Cells nearest(const Store& store, std::size_t table, std::size_t index, int side, Wanted wanted) {
    Cells best;
    for (const Row& row : store.tables[table].rows) {
        for (Cells& candidate : places_of(store.schema->tables[table], index, row)) {
            if (!wanted(candidate)) continue;
            const bool nearer = best.empty() || compare_places(candidate, best) * side < 0;
            if (nearer) best = std::move(candidate);
        }
    }
    return best;
}

}  // namespace

std::size_t clustered_index(const Table& table) {
    for (std::size_t i = 0; i < table.keys.size(); ++i) {
        const Key& key = table.keys[i];
        const bool complete = std::all_of(key.begin(), key.end(), [&](std::size_t column) {
            return table.columns[column].not_null || table.columns[column].identity;
        });
        if (complete) return i;
    }
    return table.keys.size();
}

std::size_t index_count(const Table& table) {
    return std::max(table.keys.size(), clustered_index(table) + 1);
}

std::vector<std::size_t> index_columns(const Table& table, std::size_t index) {
    const auto key = [&table](std::size_t wanted) {
        return wanted < table.keys.size() ? table.keys[wanted] : Key{row_number};
    };
    std::vector<std::size_t> columns = key(index);
    const std::size_t clustered = clustered_index(table);
    if (index == clustered) return columns;
    for (const std::size_t column : key(clustered))
        columns.push_back(column);
    return columns;
}

Cells place_of(const Table& table, std::size_t index, const Row& row, const Cells& cells) {
    Cells place;
    for (const std::size_t column : index_columns(table, index)) {
        if (column == row_number) {
            place.emplace_back(Datum::integer(static_cast<std::int64_t>(row.number)));
        } else {
            place.push_back(cells[column]);
        }
    }
    return place;
}

Cells key_of(const Table& table, std::size_t index, const Cells& place) {
    const std::size_t size = index < table.keys.size() ? table.keys[index].size() : 1;
    return {place.begin(), place.begin() + static_cast<std::ptrdiff_t>(size)};
}

int compare_places(const Cells& left, const Cells& right) {
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
        const Datum first = left[i].view();
        const Datum second = right[i].view();
        if (first.is_null() || second.is_null()) {
            if (first.is_null() != second.is_null()) return first.is_null() ? -1 : 1;
            continue;
        }
        const int order = compare(first, second);
        if (order != 0) return order;
    }
    return 0;
}

bool has_null(const Cells& place) {
    return std::any_of(place.begin(), place.end(), [](const Cell& cell) { return cell.is_null(); });
}

std::vector<Cells> places_of(const Table& table, std::size_t index, const Row& row) {
    std::vector<Cells> places;
    const auto add = [&](const Cells& cells) {
        if (!cells.empty()) places.push_back(place_of(table, index, row, cells));
    };
    add(row.newest.cells);
    for (const Version& version : row.older)
        add(version.cells);
    if (row.change == Change::none) return places;
    if (row.indexed > index) add(row.pending);
    for (const Cells& cells : row.replaced)
        add(cells);
    return places;
}

bool is_deleted(const Store& store, const Place& place) {
    const auto& rows = store.tables[place.table].rows;
    return std::none_of(rows.begin(), rows.end(), [&](const Row& row) {
        const Cells& latest = row.change == Change::none ? row.newest.cells : row.pending;
        if (row.change == Change::remove || latest.empty()) return false;
        const Table& table = store.schema->tables[place.table];
        return compare_places(place_of(table, place.index, row, latest), place.cells) == 0;
    });
}

bool is_present(const Store& store, std::size_t table, std::size_t index, const Cells& place) {
    const auto& rows = store.tables[table].rows;
    return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
        const std::vector<Cells> places = places_of(store.schema->tables[table], index, row);
        return std::any_of(places.begin(), places.end(), [&](const Cells& candidate) {
            return compare_places(candidate, place) == 0;
        });
    });
}

std::vector<Cells> places_with(
    const Store& store, std::size_t table, std::size_t index, const Cells& value
) {
    std::vector<Cells> found;
    for (const Row& row : store.tables[table].rows) {
        for (Cells& place : places_of(store.schema->tables[table], index, row)) {
            if (compare_places(place, value) == 0) found.push_back(std::move(place));
        }
    }
    std::sort(found.begin(), found.end(), [](const Cells& left, const Cells& right) {
        return compare_places(left, right) < 0;
    });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Cells next_place(const Store& store, std::size_t table, std::size_t index, const Cells& place) {
    return nearest(store, table, index, 1, [&](const Cells& candidate) {
        return place.empty() || compare_places(candidate, place) > 0;
    });
}

Cells previous_place(const Store& store, std::size_t table, std::size_t index, const Cells& place) {
    return nearest(store, table, index, -1, [&](const Cells& candidate) {
        return place.empty() || compare_places(candidate, place) < 0;
    });
}

}  // namespace onceproof::fake
