#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/fake/sql/cells.hpp"

/// The record and gap locks of the dialect mysql (InnoDB: storage/innobase/lock/lock0lock.cc).
///
/// InnoDB hangs a gap lock on the record after the gap; here a gap is an open interval between two
/// places, which grows when a place at its end goes away. A "next-key lock" is a record lock with a
/// gap lock before it. Requests that wait keep later ones waiting that conflict with them.
///
/// Not modelled: deleted records
/// that have not been purged yet (they are gone at the commit), lock upgrades to table locks,
/// AUTO-INC locks, and the choice of a deadlock's victim.
namespace onceproof::fake {

struct Store;

/// One entry of an index to be locked.
struct Place {
    std::size_t table = 0;
    std::size_t index = 0;
    Cells cells;
};

/// One lock, held or asked for.
struct IndexLock {
    enum class Covers : std::uint8_t {
        record,    ///< the entry at `place`
        gap,       ///< the places between `place` and `high`, without the two
        insertion  ///< nothing: a wish to insert at `place` that waits for gap locks
    };
    std::uint8_t session = 0;
    bool exclusive = false;
    bool granted = true;
    bool asked = false;  ///< another session has waited for it during the holder's statement
    Covers covers = Covers::record;
    std::size_t table = 0;
    std::size_t index = 0;
    Cells place;  ///< of a gap: its low end; empty: before all
    Cells high;   ///< of a gap; empty: after all
};

/// What a record lock is to be.
struct LockMode {
    bool exclusive = false;
    bool with_gap = false;  ///< together with the gap before the record
};

/// Asks for a record lock. True if the session holds one that is
/// strong enough; false if the request waits now (or still).
bool lock_record(Store& store, std::size_t session, const Place& place, LockMode mode);

/// True if `lock_record` would wait.
bool record_is_taken(const Store& store, std::size_t session, const Place& place, bool exclusive);

/// True if the session holds a lock on the record (if `exclusive`, for itself alone).
bool holds_record(const Store& store, std::size_t session, const Place& place, bool exclusive);

/// Locks the gap around or before `place` up to the neighbouring entries. Never waits.
void lock_gap(Store& store, std::size_t session, const Place& place, bool exclusive);

/// Locks the gap after `place`, an entry (or nothing, if the index has none).
void lock_gap_after(Store& store, std::size_t session, const Place& place, bool exclusive);

/// True if no other session has a lock on the gap at `place`; else the wish to insert waits.
bool may_insert(Store& store, std::size_t session, const Place& place);

/// Gives a record lock of that mode back before the transaction's end.
void unlock_record(Store& store, std::size_t session, const Place& place, bool exclusive);

/// The session takes back an entry that it has made, or the change of one. InnoDB has no lock
/// object for such an entry until another session asks for it, so none is left on the gap either;
/// one that was asked for stays.
void drop_implicit_lock(Store& store, std::size_t session, const Place& place);

/// Forgets the session's locks and requests.
void drop_locks(Store& store, std::size_t session);

/// Withdraws what the session waits for.
void drop_requests(Store& store, std::size_t session);

/// The entry at the place no longer exists: locks on it become locks on the gap that it leaves
/// (but exclusive ones of READ COMMITTED end), and gaps that ended there grow.
void place_is_gone(Store& store, const Place& place);

/// The sessions whose locks and earlier requests the session's own request waits for; the first of
/// them is whom it "waits on" for InnoDB's deadlock detector.
struct Conflicts {
    std::uint64_t sessions = 0;
    std::uint64_t first = 0;
};
Conflicts conflicts_of(const Store& store, std::size_t session);

/// What the session waited for is its own.
void grant(Store& store, std::size_t session);

/// Folds the locks in.
void hash_locks(const Store& store, Hasher& hasher, Instant now, Naming& naming);

}  // namespace onceproof::fake
