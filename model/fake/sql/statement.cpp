#include "model/fake/sql/statement.hpp"

#include "model/fake/sql/conflict.hpp"

namespace onceproof::fake {

void Call::emit(const Cells& row) {
    if (plan.output.empty()) return;
    std::vector<Value>& line = result.rows.emplace_back();
    line.reserve(plan.output.size());
    for (const NodeIndex node : plan.output)
        line.push_back(value(node, row.data()).value());
}

Progress Call::wait(const Wait& wait) {
    me().under_way().wait = wait;
    return Progress::waiting();
}

Progress find_rows(Call& call, std::vector<std::uint32_t>& found) {
    const bool serializable = call.me().isolation == Isolation::serializable;
    Cells place;
    if (serializable) {
        for (const NodeIndex node : call.plan.pinned_values) {
            place.emplace_back(call.value(node, nullptr));
        }
        mark_place(call.store, call.session, call.plan, place);
    }
    const std::vector<Row>& rows = call.data().rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        if (serializable && !read_row(call.store, call.session, call.plan, place, row)) {
            return Progress::failed(ErrorKind::serialization_failure);
        }
        // What this very statement wrote before it had to wait: it is found again to be reported.
        const bool mine_already = row.writer == call.session && row.command == call.me().command;
        const Cells* const cells = visible(row, call.session, call.snapshot);
        const bool matches =
            mine_already ||
            (cells != nullptr && holds(call.plan.code, call.plan.where, call.scope, cells->data()));
        if (matches) found.push_back(static_cast<std::uint32_t>(i));
    }
    return call.scope.failed ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

Progress lock_row(
    Call& call, Row& row, bool shared, ast::LockPolicy policy, const Cells*& current
) {
    if (row.change != Change::none && row.writer == call.session) {
        current = &row.pending;
        return Progress::done();
    }
    const bool replaced = row.newest.since > call.snapshot;
    if (replaced && call.me().snapshot_is_fixed()) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    const SessionMask holders = lock_holders(row, call.session, shared);
    if (holders != 0) {
        if (policy == ast::LockPolicy::fail) return Progress::failed(ErrorKind::lock_timeout);
        if (policy == ast::LockPolicy::skip) return Progress::skipped();
        return call.wait(
            {.blockers = holders,
             .table = call.plan.table,
             .row = row.number,
             .shared = shared,
             .follows = follows_update(call.me(), call.plan, row)}
        );
    }
    current = &row.newest.cells;
    if (current->empty()) return Progress::skipped();
    // The lock stays even if the newest version turns out not to match: PostgreSQL locks before it
    // looks.
    if (!shared) row.locker = static_cast<std::uint8_t>(call.session);
    if (shared) share(row, call.session);
    call.touch();
    if (!replaced) return Progress::done();
    const bool matches = holds(call.plan.code, call.plan.where, call.scope, current->data());
    if (call.scope.failed) return Progress::failed(ErrorKind::rejected);
    return matches ? Progress::done() : Progress::skipped();
}

Progress enter_keys(Call& call, Row& row) {
    const std::size_t keys = call.plan.layout->keys.size();
    for (std::size_t key = row.indexed; key < keys; ++key) {
        const KeyConflict conflict =
            find_conflict(call.store, call.session, call.plan.table, key, row.pending, row.number);
        const bool any = conflict.blockers != 0 || conflict.definite != nullptr;
        if (any && call.plan.arbitrates(key)) return Progress::skipped();
        if (conflict.blockers != 0) {
            return call.wait(
                {.blockers = conflict.blockers,
                 .table = call.plan.table,
                 .row = row.number,
                 .key = key}
            );
        }
        // A conflict that serializability forbids goes before the violation that it has led to.
        if (!write_key(call.store, call.session, call.plan.table, key, row.pending)) {
            return Progress::failed(ErrorKind::serialization_failure);
        }
        if (conflict.definite != nullptr) return Progress::failed(ErrorKind::unique_violation);
        row.indexed = static_cast<std::uint8_t>(key + 1);
    }
    return Progress::done();
}

bool lacks_value(const Table& table, const Cells& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (table.columns[i].not_null && cells[i].is_null()) return true;
    }
    return false;
}

}  // namespace onceproof::fake
