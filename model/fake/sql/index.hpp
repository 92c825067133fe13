#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "model/fake/sql/store.hpp"

/// A table's keys as ordered lists of places, which is how InnoDB locks them. An index has the
/// number of its key; the clustered index of a table without a suitable key has a number of its own
/// and places by row number. NULL goes before all values.
namespace onceproof::fake {

/// The index that holds the rows themselves: the primary key, else the first key of columns that
/// are NOT NULL, else one of row numbers.
std::size_t clustered_index(const Table& table);

/// How many indexes the table has.
std::size_t index_count(const Table& table);

/// A place among rows in the order of their numbers.
inline constexpr std::size_t row_number = std::numeric_limits<std::size_t>::max();

/// The columns by which an index is ordered: its key's, then those of the clustered index (or
/// `row_number`), which make every entry's place a different one.
std::vector<std::size_t> index_columns(const Table& table, std::size_t index);

/// Where the row with these cells stands in an index.
Cells place_of(const Table& table, std::size_t index, const Row& row, const Cells& cells);

/// The part of a place that is the key's value.
Cells key_of(const Table& table, std::size_t index, const Cells& place);

/// Negative, zero or positive as `left` stands before, at or after `right`. A key's value counts as
/// equal to every place that has it.
int compare_places(const Cells& left, const Cells& right);

/// True if a component is NULL: such places are never equal for a unique key.
bool has_null(const Cells& place);

/// All places of the row in an index: of its committed versions (a snapshot keeps superseded ones
/// from being purged), and of what its open transaction has entered.
std::vector<Cells> places_of(const Table& table, std::size_t index, const Row& row);

/// True if some row has the place.
bool is_present(const Store& store, std::size_t table, std::size_t index, const Cells& place);

/// True if the entry is marked as deleted: no row's newest version, committed or not, has it.
bool is_deleted(const Store& store, const Place& place);

/// All places that have the key's value, in order.
std::vector<Cells> places_with(
    const Store& store, std::size_t table, std::size_t index, const Cells& value
);

/// The next place after `place` (empty: the first one); empty if there is none.
Cells next_place(const Store& store, std::size_t table, std::size_t index, const Cells& place);

/// The last place before `place` (empty: the last one); empty if there is none.
Cells previous_place(const Store& store, std::size_t table, std::size_t index, const Cells& place);

}  // namespace onceproof::fake
