#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/fake/sql/cells.hpp"

namespace onceproof::fake {

struct Row;
struct Store;

/// What one commit did to one row.
struct RowUndo {
    std::size_t table = 0;
    std::uint64_t row = 0;  ///< its number
    Cells before;           ///< empty: it did not exist
    Cells after;            ///< empty: it was deleted
};

/// The newest writing commits as what undoes them, for a failover to a server that never got them.
struct History {
    std::size_t max = 0;                        ///< how many are kept; 0: nothing is written down
    std::vector<std::vector<RowUndo>> commits;  ///< oldest first
};

/// A commit that writes begins to publish its rows.
void open_commit(Store& store);

/// The commit is about to publish the row's pending change.
void remember_change(Store& store, std::size_t table, const Row& row);

/// Takes the newest `count` commits back, or as many as are kept. No session may be in a
/// transaction.
void forget_newest(Store& store, std::size_t count);

/// Folds in what `forget_newest` would do.
void hash_history(const Store& store, Hasher& hasher, Instant now, Naming& naming);

}  // namespace onceproof::fake
