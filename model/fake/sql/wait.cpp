#include "model/fake/sql/wait.hpp"

#include "model/fake/sql/conflict.hpp"

namespace onceproof::fake {

namespace {

/// Whom a statement that will fail, since the row has a version newer than its snapshot, waits for
/// before it does.
SessionMask blockers_of_successor(Wait& wait, std::size_t session, const Row& row) {
    if (!wait.follows || row.newest.cells.empty()) return 0;
    const bool first = wait.successor == 0;
    if (first) wait.successor = row.newest.since;
    // A version that is replaced itself has no lock worth waiting for.
    const bool replaced = first ? row.newest.rewritten : wait.successor != row.newest.since;
    if (replaced) wait.follows = false;
    return replaced ? 0 : lock_holders(row, session, wait.shared);
}

/// Whom the session has to wait for if it tries again now.
SessionMask renewed_blockers(Store& store, std::size_t session) {
    if (store.is_mysql()) return conflicts_of(store, session).sessions;
    const SessionState& me = store.sessions[session];
    Wait& wait = me.statement->wait;
    const Row* const row = store.tables[wait.table].find(wait.row);
    if (wait.key) {
        const Cells& cells = row == nullptr ? me.statement->prepared : row->pending;
        return find_conflict(store, session, wait.table, *wait.key, cells, wait.row).blockers;
    }
    if (row == nullptr) return 0;
    const bool replaced = row->newest.since > me.snapshot.value_or(0);
    if (replaced && me.snapshot_is_fixed()) return blockers_of_successor(wait, session, *row);
    if (row->newest.cells.empty()) return 0;  // it will find nothing
    wait.follows = follows_update(me, *me.plan, *row);
    return lock_holders(*row, session, wait.shared);
}

/// Whom the session waits for at this moment. A row that several hold FOR SHARE is waited for
/// holder by holder, in the order they came, so a cycle through a later one is none yet (seen on
/// PostgreSQL 15).
SessionMask waits_on(const Store& store, std::size_t session) {
    const SessionState& me = store.sessions[session];
    if (!me.waiting()) return 0;
    if (store.is_mysql()) return conflicts_of(store, session).first;
    const Wait& wait = me.statement->wait;
    const Row* const row = store.tables[wait.table].find(wait.row);
    if (wait.key || row == nullptr) return wait.blockers;
    for (const std::uint8_t sharer : row->sharers) {
        if ((wait.blockers & bit_of(sharer)) != 0) return bit_of(sharer);
    }
    return wait.blockers;
}

}  // namespace

void release_waiters(Store& store, std::size_t session) {
    if (store.waiters == 0) return;
    for (SessionState& other : store.sessions) {
        if (other.waiting()) other.statement->wait.blockers &= ~bit_of(session);
    }
}

void renew_waits(Store& store) {
    if (store.waiters == 0) return;
    for (std::size_t i = 0; i < store.sessions.size(); ++i) {
        SessionState& session = store.sessions[i];
        if (!session.waiting()) continue;
        // InnoDB may also give a lock back, or lose the entry that it is on, before a transaction's
        // end.
        SessionMask& blockers = session.statement->wait.blockers;
        if (blockers != 0 && !store.is_mysql()) continue;
        blockers = renewed_blockers(store, i);
        if (store.is_mysql() && blockers == 0) grant(store, i);
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
