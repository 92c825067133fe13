#include "model/fake/database.hpp"

#include <utility>

#include "model/base/ensure.hpp"
#include "model/fake/sql/parameters.hpp"
#include "model/fake/sql/statement.hpp"
#include "model/fake/sql/store.hpp"
#include "model/fake/sql/view.hpp"
#include "model/fake/sql/wait.hpp"

namespace onceproof::fake {

namespace {

Error definite(ErrorKind kind) {
    return {kind, Certainty::definite};
}

}  // namespace

struct Database::State : Store {
    using Store::Store;

    CommitNumber start_statement(Session session, Instant now);
    Progress run(Call& call, bool parameters_valid);
    void suspend(Session session, const Plan& plan, CommitNumber snapshot);
    void finish_statement(Session session);
    Result<Done> end_by_commit(Session session);
    void end_by_rollback(Session session);
    void reset(Session session);
    Error fail(Session session, ErrorKind kind);
};

/// Opens what has to be opened; gives the snapshot that the statement works on.
CommitNumber Database::State::start_statement(Session session, Instant now) {
    SessionState& me = sessions[session];
    if (me.phase != Phase::active) {
        me.phase = Phase::active;
        me.start = now.time_since_epoch().count();
        me.command = 1;
        if (me.snapshot_is_fixed()) {
            me.snapshot = last_commit;
            enter_serializable(*this, session, last_commit);
        }
    }
    return me.snapshot.value_or(last_commit);
}

Progress Database::State::run(Call& call, bool parameters_valid) {
    if (!parameters_valid) return Progress::failed(ErrorKind::rejected);
    for (const NodeIndex node : call.plan.precomputed)
        call.value(node, nullptr);
    if (call.scope.failed) return Progress::failed(ErrorKind::rejected);
    if (call.plan.reads_identity) call.data().identity_seen = true;
    switch (call.plan.verb) {
        case Verb::select:
            return run_select(call);
        case Verb::insert:
            return run_insert(call);
        case Verb::update:
            return run_update(call);
        case Verb::remove:
            return run_delete(call);
    }
    return Progress::failed(ErrorKind::rejected);
}

void Database::State::suspend(Session session, const Plan& plan, CommitNumber snapshot) {
    SessionState& me = sessions[session];
    if (!me.waiting()) ++waiters;
    me.plan = &plan;
    me.snapshot = snapshot;
}

/// Forgets the wait of the statement that has ended.
void Database::State::finish_statement(Session session) {
    SessionState& me = sessions[session];
    me.rows_done = 0;
    if (!me.waiting()) return;
    --waiters;
    me.plan = nullptr;
    me.wait = {};
    me.prepared.clear();
    me.partial = {};
    if (me.snapshot_is_fixed()) return;
    me.snapshot.reset();
    prune(*this);
}

/// The transaction is over: the session is as new, and those who waited for it can go on.
void Database::State::reset(Session session) {
    SessionState& me = sessions[session];
    finish_statement(session);
    const bool had_snapshot = me.snapshot.has_value();
    me.snapshot.reset();
    me.phase = Phase::idle;
    me.isolation = Isolation::read_committed;
    me.explicit_transaction = false;
    me.wrote = false;
    me.command = 0;
    if (had_snapshot) prune(*this);
    release_waiters(*this, session);
}

Result<Done> Database::State::end_by_commit(Session session) {
    SessionState& me = sessions[session];
    if (!may_commit(*this, session)) {
        end_by_rollback(session);
        return definite(ErrorKind::serialization_failure);
    }
    CommitNumber commit = last_commit;
    if (me.wrote || me.isolation == Isolation::serializable) commit = ++last_commit;
    me.snapshot.reset();  // so that what it replaced is not kept for its own sake
    if (me.wrote) ++writing_commits;
    if (me.touched != 0) publish(*this, session);
    leave_serializable(*this, session, commit);
    prune(*this);
    reset(session);
    return Done{};
}

void Database::State::end_by_rollback(Session session) {
    if (sessions[session].touched != 0) withdraw(*this, session);
    leave_serializable(*this, session, 0);
    reset(session);
}

/// A statement fails: all is undone at once; inside a transaction the client has to roll back
/// formally.
Error Database::State::fail(Session session, ErrorKind kind) {
    const bool doomed = sessions[session].explicit_transaction;
    end_by_rollback(session);
    if (doomed) {
        sessions[session].phase = Phase::failed;
        sessions[session].explicit_transaction = true;
    }
    return definite(kind);
}

Database::Database(const Schema& schema, std::size_t sessions, std::size_t history)
    : state_(std::make_unique<State>(schema, sessions)) {
    state_->history.max = history;
}

Database::~Database() = default;

void Database::begin(Session session, Isolation isolation) {
    SessionState& me = state_->sessions[session];
    ENSURE(me.phase == Phase::idle);
    me.phase = Phase::begun;
    me.isolation = isolation;
    me.explicit_transaction = true;
}

Execution Database::execute(
    Session session, const Plan& plan, std::span<const Value> parameters, Instant now
) {
    SessionState& me = state_->sessions[session];
    if (me.phase == Phase::failed) return definite(ErrorKind::in_failed_transaction);
    ENSURE(!me.waiting() || me.plan == &plan);
    const Parameters converted(plan, parameters);
    const CommitNumber snapshot = state_->start_statement(session, now);
    Rows rows;
    Call call{
        *state_,
        session,
        plan,
        {converted.data(), me.start, now.time_since_epoch().count()},
        snapshot,
        rows};
    const Progress progress = state_->run(call, converted.valid());
    if (progress.kind == Progress::Kind::waiting) {
        state_->suspend(session, plan, snapshot);
        renew_waits(*state_);
        return std::nullopt;
    }
    if (progress.kind == Progress::Kind::failed) {
        const Error error = state_->fail(session, progress.error);
        renew_waits(*state_);
        return error;
    }
    state_->finish_statement(session);
    ++me.command;
    if (!me.explicit_transaction) {
        const Result<Done> committed = state_->end_by_commit(session);
        ENSURE(committed.ok());
    }
    renew_waits(*state_);
    return Result<Rows>(std::move(rows));
}

Execution Database::commit(Session session, Instant) {
    SessionState& me = state_->sessions[session];
    ENSURE(!me.waiting());
    if (me.phase == Phase::failed) {
        state_->reset(session);
        return definite(ErrorKind::in_failed_transaction);
    }
    if (me.phase != Phase::active) {
        state_->reset(session);
        return Result<Rows>(Rows{});
    }
    const Result<Done> committed = state_->end_by_commit(session);
    renew_waits(*state_);
    if (!committed.ok()) return committed.error();
    return Result<Rows>(Rows{});
}

void Database::rollback(Session session) {
    state_->end_by_rollback(session);
    renew_waits(*state_);
}

bool Database::in_transaction(Session session) const {
    const SessionState& me = state_->sessions[session];
    return me.explicit_transaction && me.phase != Phase::begun;
}

bool Database::waiting(Session session) const {
    return state_->sessions[session].waiting();
}

bool Database::runnable(Session session) const {
    const SessionState& me = state_->sessions[session];
    return me.waiting() && me.wait.blockers == 0;
}

bool Database::deadlocked(Session session) const {
    return waits_in_cycle(*state_, session);
}

Error Database::break_deadlock(Session session) {
    ENSURE(deadlocked(session));
    const Error error = state_->fail(session, ErrorKind::deadlock);
    renew_waits(*state_);
    return error;
}

Error Database::fail_wait(Session session, ErrorKind kind) {
    ENSURE(waiting(session));
    const Error error = state_->fail(session, kind);
    renew_waits(*state_);
    return error;
}

std::size_t Database::forgettable() const {
    return state_->history.commits.size();
}

void Database::forget_commits(std::size_t commits) {
    for (Session session = 0; session < state_->sessions.size(); ++session)
        state_->end_by_rollback(session);
    forget_newest(*state_, commits);
    ++state_->writing_commits;
}

Error Database::fail_statement(Session session) {
    if (state_->sessions[session].phase == Phase::failed) {
        return definite(ErrorKind::in_failed_transaction);
    }
    const Error error = state_->fail(session, ErrorKind::deadlock);
    renew_waits(*state_);
    return error;
}

std::vector<std::vector<Value>> Database::committed(std::string_view table) const {
    std::vector<std::vector<Value>> result;
    const auto position = state_->schema->find(table);
    if (!position) return result;
    for (const Row& row : state_->tables[*position].rows) {
        if (row.newest.cells.empty()) continue;
        result.emplace_back();
        for (const Cell& cell : row.newest.cells)
            result.back().push_back(cell.view().value());
    }
    return result;
}

std::uint64_t Database::commits() const {
    return state_->writing_commits;
}

void Database::hash(Hasher& hasher, Instant now) const {
    hash_store(*state_, hasher, now);
}

std::vector<Database::Line> Database::describe() const {
    return describe_store(*state_);
}

}  // namespace onceproof::fake
