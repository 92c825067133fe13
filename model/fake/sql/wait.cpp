#include "model/fake/sql/wait.hpp"

#include "model/fake/sql/conflict.hpp"

namespace onceproof::fake {

namespace {

/// Whom the session would have to wait for if it tried again now.
SessionMask blockers_now(const Store& store, std::size_t session) {
    if (store.is_mysql()) return conflicts_of(store, session).sessions;
    const SessionState& me = store.sessions[session];
    const Row* const row = store.tables[me.wait.table].find(me.wait.row);
    if (me.wait.key) {
        const Cells& cells = row == nullptr ? me.prepared : row->pending;
        return find_conflict(store, session, me.wait.table, *me.wait.key, cells, me.wait.row)
            .blockers;
    }
    if (row == nullptr) return 0;
    const bool replaced = row->newest.since > me.snapshot.value_or(0);
    if (replaced && me.snapshot_is_fixed()) return 0;  // it will fail
    if (row->newest.cells.empty()) return 0;           // it will find nothing
    return lock_holders(*row, session, me.wait.shared);
}

/// Whom the session waits for at this moment. A row that several hold FOR SHARE is waited for
/// holder by holder, in the order they came, so a cycle through a later one is none yet (seen on
/// PostgreSQL 15).
SessionMask waits_on(const Store& store, std::size_t session) {
    const SessionState& me = store.sessions[session];
    if (!me.waiting()) return 0;
    if (store.is_mysql()) return conflicts_of(store, session).first;
    const Row* const row = store.tables[me.wait.table].find(me.wait.row);
    if (me.wait.key || row == nullptr) return me.wait.blockers;
    for (const std::uint8_t sharer : row->sharers) {
        if ((me.wait.blockers & bit_of(sharer)) != 0) return bit_of(sharer);
    }
    return me.wait.blockers;
}

}  // namespace

void release_waiters(Store& store, std::size_t session) {
    if (store.waiters == 0) return;
    for (SessionState& other : store.sessions)
        other.wait.blockers &= ~bit_of(session);
}

void renew_waits(Store& store) {
    if (store.waiters == 0) return;
    for (std::size_t i = 0; i < store.sessions.size(); ++i) {
        SessionState& session = store.sessions[i];
        // InnoDB may also give a lock back, or lose the entry that it is on, before a transaction's
        // end.
        const bool settled = session.wait.blockers != 0 && !store.is_mysql();
        if (!session.waiting() || settled) continue;
        session.wait.blockers = blockers_now(store, i);
        if (store.is_mysql() && session.wait.blockers == 0) grant(store, i);
    }
}

bool waits_in_cycle(const Store& store, std::size_t session) {
    SessionMask reached = waits_on(store, session);
    SessionMask visited = 0;
    while ((reached & ~visited) != 0) {
        const SessionMask next = reached & ~visited;
        for (std::size_t i = 0; i < store.sessions.size(); ++i) {
            if ((next >> i & 1U) == 0) continue;
            visited |= bit_of(i);
            reached |= waits_on(store, i);
        }
    }
    return (reached & bit_of(session)) != 0;
}

}  // namespace onceproof::fake
