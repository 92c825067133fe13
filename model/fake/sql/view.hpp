#pragma once

#include <vector>

#include "model/fake/database.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

/// What `Database::hash` does.
void hash_store(const Store& store, Hasher& hasher, Instant now);

/// Folds in one row version of a table.
void hash_cells(
    const Store& store, std::size_t table, const Cells& cells, Hasher& hasher, Instant now
);

/// What `Database::describe` does.
std::vector<Database::Line> describe_store(const Store& store);

}  // namespace onceproof::fake
