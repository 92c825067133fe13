#pragma once

#include <cstddef>

#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

/// What stands in the way of a new entry in a key.
struct KeyConflict {
    SessionMask blockers = 0;       ///< open transactions whose end decides
    const Row* definite = nullptr;  ///< a row that surely has the key, unless there are blockers
    bool own = false;               ///< … because this very transaction wrote it
};

/// Looks for rows whose key equals that of `cells`. NULLs are never equal. `self`: a row to leave
/// out, or 0.
KeyConflict find_conflict(
    const Store& store,
    std::size_t session,
    std::size_t table,
    std::size_t key,
    const Cells& cells,
    std::uint64_t self
);

/// Enters the session among those who hold the row FOR SHARE.
void share(Row& row, std::size_t session);

/// The sessions whose locks or pending changes keep `session` from locking the row.
SessionMask lock_holders(const Row& row, std::size_t session, bool shared);

/// True if the session's statement, a `plan` that is to wait for the row, will have
/// `Wait::follows`.
bool follows_update(const SessionState& session, const Plan& plan, const Row& row);

}  // namespace onceproof::fake
