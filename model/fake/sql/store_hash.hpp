#pragma once

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
#include "model/base/time.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

/// What `Database::hash` does.
void hash_store(const Store& store, Hasher& hasher, Instant now, Naming& naming);

/// Folds in one row version of a table.
void hash_cells(
    const Store& store,
    std::size_t table,
    const Cells& cells,
    Hasher& hasher,
    Instant now,
    Naming& naming
);

}  // namespace onceproof::fake
