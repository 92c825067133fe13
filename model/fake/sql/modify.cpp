#include <limits>
#include <utility>

#include "model/fake/sql/innodb.hpp"
#include "model/fake/sql/statement.hpp"

namespace onceproof::fake {

namespace {

/// The values that a change of this statement is about: the new ones, or those removed.
const Cells& written(const Row& row) {
    return row.pending.empty() ? row.newest.cells : row.pending;
}

/// How far a row is entered that is in all keys.
std::uint8_t all_keys(const Call& call) {
    const Table& table = *call.plan.layout;
    return static_cast<std::uint8_t>(
        call.store.is_mysql() ? index_count(table) : table.keys.size()
    );
}

void own(Call& call, Row& row) {
    row.writer = static_cast<std::uint8_t>(call.session);
    row.command = call.me().command;
    call.me().wrote = true;
    call.touch();
}

/// The row as UPDATE makes it from `current`.
Progress make_cells(Call& call, const Cells& current, Cells& cells) {
    cells = current;
    for (const Assignment& assignment : call.plan.assignments) {
        cells.set(assignment.column, Cell(call.value(assignment.value, current.data())));
    }
    const bool refused = call.scope.failed || lacks_value(*call.plan.layout, cells);
    return refused ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

/// True if no key has another value than before.
bool keeps_keys(const Plan& plan, const Cells& before, const Cells& after) {
    if (!plan.changes_key) return true;
    for (const Key& key : plan.layout->keys) {
        for (const std::size_t column : key) {
            if (!(before[column] == after[column])) return false;
        }
    }
    return true;
}

/// Makes `cells` the session's newest version of the row.
void write(Call& call, Row& row, const Cells& current, Cells cells) {
    const bool same_keys = keeps_keys(call.plan, current, cells);
    // Others that want the key of a version which is no longer the newest must wait all the same.
    if (!same_keys && !row.pending.empty()) row.replaced.push_back(std::move(row.pending));
    if (row.change == Change::update) row.rewritten = !call.store.is_mysql();
    if (row.change == Change::none) row.change = Change::update;
    row.pending = std::move(cells);
    row.indexed = same_keys ? all_keys(call) : std::uint8_t{0};
    own(call, row);
}

Progress update_row(Call& call, Row& row) {
    // The server computes the new row from the version it has found before it waits for the lock: a
    // value that cannot be computed fails at once.
    const Cells* const found = visible(row, call.session, call.snapshot);
    Cells cells;
    const Progress made = make_cells(call, *found, cells);
    if (!made.is_done()) return made;
    const Cells* current = nullptr;
    const Progress locked = lock_row(call, row, false, ast::LockPolicy::wait, current);
    if (!locked.is_done()) return locked;
    if (current != found) {
        const Progress again = make_cells(call, *current, cells);
        if (!again.is_done()) return again;
    }
    if (!write_row(call.store, call.session, call.plan.table, row)) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    write(call, row, *current, std::move(cells));
    return Progress::done();
}

/// mysql: the row is locked already. One that would stay as it is does not become the session's,
/// and a snapshot goes on seeing the version that it saw.
Progress update_newest(Call& call, Row& row) {
    const Cells& current = *visible(row, call.session, call.snapshot);
    Cells cells;
    const Progress made = make_cells(call, current, cells);
    if (!made.is_done()) return made;
    if (cells == current) return Progress::done();
    const Progress locked = lock_old_entries(call, row, cells);
    if (!locked.is_done()) return locked;
    remember(call, row);
    write(call, row, Cells(current), std::move(cells));
    return Progress::done();
}

void remove(Call& call, Row& row) {
    row.change = Change::remove;
    row.indexed = all_keys(call);
    own(call, row);
}

Progress delete_row(Call& call, Row& row) {
    const Cells* current = nullptr;
    const Progress locked = lock_row(call, row, false, ast::LockPolicy::wait, current);
    if (!locked.is_done()) return locked;
    if (!write_row(call.store, call.session, call.plan.table, row)) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    remove(call, row);
    return Progress::done();
}

/// mysql: the row is locked already.
Progress delete_newest(Call& call, Row& row) {
    const Progress locked = lock_old_entries(call, row, {});
    if (!locked.is_done()) return locked;
    remember(call, row);
    remove(call, row);
    return Progress::done();
}

Progress modify(Call& call, Progress (*change)(Call&, Row&)) {
    constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
    const bool mysql = call.store.is_mysql();
    std::vector<std::uint32_t> found;
    const Progress search = mysql ? find_and_lock(call, found, no_limit) : find_rows(call, found);
    if (search.stops()) return search;
    for (const std::uint32_t index : found) {
        Row& row = call.data().rows[index];
        Progress progress = is_written(call, row) ? Progress::done() : change(call, row);
        const bool changed = row.change != Change::none;
        if (progress.is_done() && changed) {
            progress = mysql ? enter_places(call, row) : enter_keys(call, row);
        }
        if (progress.stops()) return progress;
        if (progress.is_skipped()) continue;
        call.emit(written(row));
        ++call.result.affected;
    }
    return call.scope.failed ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

}  // namespace

Progress run_update(Call& call) {
    return modify(call, call.store.is_mysql() ? update_newest : update_row);
}

Progress run_delete(Call& call) {
    return modify(call, call.store.is_mysql() ? delete_newest : delete_row);
}

}  // namespace onceproof::fake
