#include "model/fake/database.hpp"

#include <utility>

#include "model/base/ensure.hpp"
#include "model/fake/sql/parameters.hpp"
#include "model/fake/sql/parse.hpp"
#include "model/fake/sql/statement.hpp"
#include "model/fake/sql/store.hpp"
#include "model/fake/sql/store_hash.hpp"
#include "model/fake/sql/transaction.hpp"
#include "model/fake/sql/view.hpp"
#include "model/fake/sql/wait.hpp"

namespace onceproof::fake {

namespace {

Error definite(ErrorKind kind) {
    return {kind, Certainty::definite};
}

Progress run(Call& call, bool parameters_valid) {
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

void refuse_unknown(Dialect dialect, const Plan& plan) {
    const bool unknown = plan.verb == Verb::update && !plan.output.empty();
    if (dialect == Dialect::mysql && unknown) refuse("UPDATE … RETURNING in mysql", plan.text);
}

}  // namespace

struct Database::State : Store {
    using Store::Store;
};

Database::Database(const Schema& schema, std::size_t sessions, DatabaseConfig config)
    : state_(std::make_unique<State>(schema, sessions, config.dialect)) {
    state_->history.max = config.history;
}

Database::~Database() = default;

void Database::begin(Session session, Isolation isolation) {
    SessionState& me = state_->sessions[session];
    ENSURE(me.phase == Phase::idle);
    me.phase = Phase::begun;
    me.isolation =
        isolation == Isolation::server_default ? default_isolation(state_->dialect) : isolation;
    me.explicit_transaction = true;
}

Execution Database::execute(
    Session session, const Plan& plan, std::span<const Value> parameters, Instant now
) {
    SessionState& me = state_->sessions[session];
    if (me.phase == Phase::failed) return definite(ErrorKind::in_failed_transaction);
    ENSURE(!me.waiting() || me.plan == &plan);
    refuse_unknown(state_->dialect, plan);
    const Parameters converted(plan, parameters);
    const CommitNumber snapshot = start_statement(*state_, session, plan, now);
    Rows rows;
    Call call{
        *state_,
        session,
        plan,
        {converted.data(), me.start, now.time_since_epoch().count()},
        snapshot,
        rows};
    const Progress progress = run(call, converted.valid());
    if (progress.kind == Progress::Kind::waiting) {
        suspend(*state_, session, plan, snapshot);
        renew_waits(*state_);
        return std::nullopt;
    }
    if (progress.kind == Progress::Kind::failed) {
        const Error error = fail(*state_, session, progress.error);
        renew_waits(*state_);
        return error;
    }
    finish_statement(*state_, session);
    ++me.command;
    if (!me.explicit_transaction) {
        const Result<Done> committed = end_by_commit(*state_, session);
        ENSURE(committed.ok());
    }
    renew_waits(*state_);
    return Result<Rows>(std::move(rows));
}

Execution Database::commit(Session session, Instant) {
    SessionState& me = state_->sessions[session];
    ENSURE(!me.waiting());
    if (me.phase == Phase::failed) {
        reset(*state_, session);
        return definite(ErrorKind::in_failed_transaction);
    }
    if (me.phase != Phase::active) {
        reset(*state_, session);
        return Result<Rows>(Rows{});
    }
    const Result<Done> committed = end_by_commit(*state_, session);
    renew_waits(*state_);
    if (!committed.ok()) return committed.error();
    return Result<Rows>(Rows{});
}

void Database::rollback(Session session) {
    end_by_rollback(*state_, session);
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
    return me.waiting() && me.statement->wait.blockers == 0;
}

bool Database::deadlocked(Session session) const {
    return waits_in_cycle(*state_, session);
}

Error Database::break_deadlock(Session session) {
    ENSURE(deadlocked(session));
    const Error error = fail(*state_, session, ErrorKind::deadlock);
    renew_waits(*state_);
    return error;
}

Error Database::fail_wait(Session session, ErrorKind kind) {
    ENSURE(waiting(session));
    const Error error = fail(*state_, session, kind);
    renew_waits(*state_);
    return error;
}

std::size_t Database::forgettable() const {
    return state_->history.commits.size();
}

void Database::forget_commits(std::size_t commits) {
    for (Session session = 0; session < state_->sessions.size(); ++session)
        end_by_rollback(*state_, session);
    forget_newest(*state_, commits);
    ++state_->writing_commits;
}

Error Database::fail_statement(Session session) {
    if (state_->sessions[session].phase == Phase::failed) {
        return definite(ErrorKind::in_failed_transaction);
    }
    const Error error = fail(*state_, session, ErrorKind::deadlock);
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

void Database::hash(Hasher& hasher, Instant now, Naming& naming) const {
    hash_store(*state_, hasher, now, naming);
}

std::vector<Database::Line> Database::describe() const {
    return describe_store(*state_);
}

}  // namespace onceproof::fake
