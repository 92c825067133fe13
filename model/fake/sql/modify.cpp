#include <utility>

#include "model/fake/sql/statement.hpp"

namespace onceproof::fake {

namespace {

/// True if this very statement has written the row already, before it had to wait for another one.
bool already_written(Call& call, const Row& row) {
    return row.change != Change::none && row.writer == call.session &&
           row.command == call.me().command;
}

/// The values that a change of this statement is about: the new ones, or those removed.
const Cells& written(const Row& row) {
    return row.pending.empty() ? row.newest.cells : row.pending;
}

void own(Call& call, Row& row) {
    row.writer = static_cast<std::uint8_t>(call.session);
    row.command = call.me().command;
    call.me().wrote = true;
    call.touch();
}

Progress replace(Call& call, Row& row, const Cells& current) {
    Cells cells = current;
    for (const Assignment& assignment : call.plan.assignments) {
        cells[assignment.column] = Cell(call.value(assignment.value, current.data()));
    }
    if (call.scope.failed || lacks_value(*call.plan.layout, cells)) {
        return Progress::failed(ErrorKind::rejected);
    }
    if (!write_row(call.store, call.session, call.plan.table, row)) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    const std::size_t keys = call.plan.layout->keys.size();
    bool same_keys = true;
    if (call.plan.changes_key) {
        for (const Key& key : call.plan.layout->keys) {
            for (const std::size_t column : key) {
                same_keys = same_keys && cells[column] == current[column];
            }
        }
    }
    // Others that want the key of a version which is no longer the newest must wait all the same.
    if (!same_keys && !row.pending.empty()) row.replaced.push_back(std::move(row.pending));
    if (row.change == Change::none) row.change = Change::update;
    row.pending = std::move(cells);
    row.indexed = same_keys ? static_cast<std::uint8_t>(keys) : std::uint8_t{0};
    own(call, row);
    return Progress::done();
}

Progress remove(Call& call, Row& row, const Cells&) {
    if (!write_row(call.store, call.session, call.plan.table, row)) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    row.change = Change::remove;
    row.indexed = static_cast<std::uint8_t>(call.plan.layout->keys.size());
    own(call, row);
    return Progress::done();
}

Progress modify_one(Call& call, Row& row, Progress (*change)(Call&, Row&, const Cells&)) {
    if (!already_written(call, row)) {
        const Cells* current = nullptr;
        const Progress locked = lock_row(call, row, false, ast::LockPolicy::wait, current);
        if (!locked.is_done()) return locked;
        const Progress changed = change(call, row, *current);
        if (!changed.is_done()) return changed;
    }
    return enter_keys(call, row);
}

Progress modify(Call& call, Progress (*change)(Call&, Row&, const Cells&)) {
    std::vector<std::uint32_t> found;
    const Progress search = find_rows(call, found);
    if (search.stops()) return search;
    for (const std::uint32_t index : found) {
        Row& row = call.data().rows[index];
        const Progress progress = modify_one(call, row, change);
        if (progress.stops()) return progress;
        if (progress.is_skipped()) continue;
        call.emit(written(row));
        ++call.result.affected;
    }
    return call.scope.failed ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

}  // namespace

Progress run_update(Call& call) {
    return modify(call, replace);
}

Progress run_delete(Call& call) {
    return modify(call, remove);
}

}  // namespace onceproof::fake
