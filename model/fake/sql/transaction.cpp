#include "model/fake/sql/transaction.hpp"

#include "model/fake/sql/innodb.hpp"
#include "model/fake/sql/wait.hpp"

namespace onceproof::fake {

namespace {

Error definite(ErrorKind kind) {
    return {kind, Certainty::definite};
}

/// mysql: the transaction's snapshot is taken by its first plain SELECT; other statements work on
/// the newest versions.
CommitNumber read_point(Store& store, std::size_t session, const Plan& plan) {
    SessionState& me = store.sessions[session];
    const bool plain = plan.table != no_table && !reads_newest(store, session, plan);
    if (!plain || !me.snapshot_is_fixed()) return store.last_commit;
    if (!me.snapshot) me.snapshot = store.last_commit;
    return *me.snapshot;
}

void prune_places(Store& store) {
    const std::vector<Place> places = kept_places(store);
    prune(store);
    forget_places(store, places);
}

}  // namespace

CommitNumber start_statement(Store& store, std::size_t session, const Plan& plan, Instant now) {
    SessionState& me = store.sessions[session];
    const bool first = me.phase != Phase::active;
    if (first || (store.is_mysql() && !me.waiting())) me.start = now.time_since_epoch().count();
    if (first) {
        me.phase = Phase::active;
        me.command = 1;
        if (me.snapshot_is_fixed() && !store.is_mysql()) {
            me.snapshot = store.last_commit;
            enter_serializable(store, session, store.last_commit);
        }
    }
    return store.is_mysql() ? read_point(store, session, plan)
                            : me.snapshot.value_or(store.last_commit);
}

void suspend(Store& store, std::size_t session, const Plan& plan, CommitNumber snapshot) {
    SessionState& me = store.sessions[session];
    if (!me.waiting()) ++store.waiters;
    me.plan = &plan;
    if (!store.is_mysql()) me.snapshot = snapshot;
}

void finish_statement(Store& store, std::size_t session) {
    SessionState& me = store.sessions[session];
    me.statement.reset();
    if (!me.waiting()) return;
    for (IndexLock& lock : store.locks)
        if (lock.session == session) lock.asked = false;
    --store.waiters;
    me.plan = nullptr;
    if (me.snapshot_is_fixed()) return;
    me.snapshot.reset();
    prune(store);
}

void reset(Store& store, std::size_t session) {
    SessionState& me = store.sessions[session];
    finish_statement(store, session);
    const bool had_snapshot = me.snapshot.has_value();
    me.snapshot.reset();
    me.phase = Phase::idle;
    me.isolation = default_isolation(store.dialect);
    me.explicit_transaction = false;
    me.wrote = false;
    me.command = 0;
    if (had_snapshot) prune_places(store);
    drop_locks(store, session);
    release_waiters(store, session);
}

void end_by_rollback(Store& store, std::size_t session) {
    const std::vector<Place> places = touched_places(store, session);
    if (store.sessions[session].touched != 0) withdraw(store, session);
    forget_places(store, places);
    leave_serializable(store, session, 0);
    reset(store, session);
}

Result<Done> end_by_commit(Store& store, std::size_t session) {
    SessionState& me = store.sessions[session];
    if (!may_commit(store, session)) {
        end_by_rollback(store, session);
        return definite(ErrorKind::serialization_failure);
    }
    CommitNumber commit = store.last_commit;
    if (me.wrote || me.isolation == Isolation::serializable) commit = ++store.last_commit;
    me.snapshot.reset();  // so that what it replaced is not kept for its own sake
    if (me.wrote) ++store.writing_commits;
    const std::vector<Place> places = touched_places(store, session);
    if (me.touched != 0) publish(store, session);
    forget_places(store, places);
    leave_serializable(store, session, commit);
    prune_places(store);
    reset(store, session);
    return Done{};
}

Error fail(Store& store, std::size_t session, ErrorKind kind) {
    SessionState& me = store.sessions[session];
    const bool in_transaction = me.explicit_transaction;
    const Isolation isolation = me.isolation;
    if (store.is_mysql() && in_transaction && kind != ErrorKind::deadlock) {
        undo_statement(store, session, 0);
        drop_requests(store, session);
        finish_statement(store, session);
        ++me.command;
        return definite(kind);
    }
    end_by_rollback(store, session);
    if (in_transaction) {
        me.phase = store.is_mysql() ? Phase::begun : Phase::failed;
        me.explicit_transaction = true;
        if (store.is_mysql()) me.isolation = isolation;
    }
    return definite(kind);
}

}  // namespace onceproof::fake
