#pragma once

#include <cstdint>
#include <vector>

#include "model/fake/sql/index.hpp"
#include "model/fake/sql/statement.hpp"

/// Statements of the dialect mysql that lock or write: they work on the newest versions, whatever
/// the transaction's snapshot is.
///
/// Access paths are those of MariaDB for a small table: by a key that WHERE pins, else through the
/// whole clustered index. Not modelled: ranges of an index (`id > $1`) as access path, and where a
/// scan that had to wait goes on: it starts again, which can show under READ COMMITTED only.
namespace onceproof::fake {

/// True if the statement reads and locks the newest versions: all but a plain SELECT, which does so
/// in a SERIALIZABLE transaction only.
bool reads_newest(const Store& store, std::size_t session, const Plan& plan);

/// The version that the session works on; null: the row does not exist for it.
const Cells* newest_version(const Row& row, std::size_t session);

/// True if this very statement has changed the row already.
bool is_written(Call& call, const Row& row);

/// Finds the rows that satisfy WHERE and locks them and, above READ COMMITTED, the gaps that the
/// search passed. Stops after `limit` rows if the rows come in the order asked for.
Progress find_and_lock(Call& call, std::vector<std::uint32_t>& found, std::int64_t limit);

/// Locks the entries of a row that UPDATE or DELETE is about to take out of the keys. `after`: the
/// new values; empty: the row goes.
Progress lock_old_entries(Call& call, const Row& row, const Cells& after);

/// Enters the session's pending version in the keys in which it is not yet: waits for the entry
/// and for the gap. Skipped: a row with an equal key exists and the statement is to ignore that.
Progress enter_places(Call& call, Row& row);

/// Notes how the row is before the current statement changes it.
void remember(Call& call, const Row& row);

/// Undoes what the session's current statement has changed, or only the row with this number.
void undo_statement(Store& store, std::size_t session, std::uint64_t only_row);

/// The places that the session's transaction has touched, for `forget_places` after its end.
std::vector<Place> touched_places(const Store& store, std::size_t session);

/// The places of superseded versions that a snapshot keeps, for `forget_places` after its end.
std::vector<Place> kept_places(const Store& store);

/// Settles the locks on those places that are gone.
void forget_places(Store& store, const std::vector<Place>& places);

}  // namespace onceproof::fake
