#include <utility>

#include "model/base/ensure.hpp"
#include "model/fake/sql/conflict.hpp"
#include "model/fake/sql/innodb.hpp"
#include "model/fake/sql/statement.hpp"

namespace onceproof::fake {

namespace {

using RowValues = std::vector<std::optional<NodeIndex>>;

/// Evaluates a row of VALUES with defaults. Takes a number of the sequence, which nothing gives
/// back.
Progress make_cells(Call& call, const RowValues& values, Cells& cells) {
    const Table& table = *call.plan.layout;
    cells.clear();
    cells.reserve(table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        if (values[i]) {
            cells.emplace_back(call.value(*values[i], nullptr));
        } else if (column.identity) {
            cells.emplace_back(Datum::integer(call.data().next_identity++));
        } else if (column.default_value) {
            cells.emplace_back(evaluate(table.defaults, *column.default_value, call.scope));
        } else {
            cells.emplace_back();
        }
    }
    const bool refused = call.scope.failed || lacks_value(table, cells);
    return refused ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

/// ON CONFLICT DO NOTHING: is there, or may there come, a row with an equal key? Skips this row
/// then.
Progress check_arbiters(Call& call, const Cells& cells) {
    const std::size_t keys = call.plan.layout->keys.size();
    const std::size_t first = call.plan.arbiter.value_or(0);
    const std::size_t end = call.plan.arbiter ? first + 1 : keys;
    for (std::size_t key = first; key < end; ++key) {
        const KeyConflict conflict =
            find_conflict(call.store, call.session, call.plan.table, key, cells, 0);
        if (conflict.blockers != 0) {
            return call.wait(
                {.blockers = conflict.blockers, .table = call.plan.table, .row = 0, .key = key}
            );
        }
        if (conflict.definite == nullptr) continue;
        const bool unseen = conflict.definite->newest.since > call.snapshot;
        if (!conflict.own && unseen && call.me().snapshot_is_fixed()) {
            return Progress::failed(ErrorKind::serialization_failure);
        }
        return Progress::skipped();
    }
    return Progress::done();
}

/// The row that this statement was entering in the keys when it had to wait.
Row* unfinished_row(Call& call) {
    const Table& table = *call.plan.layout;
    const std::size_t keys = call.store.is_mysql() ? index_count(table) : table.keys.size();
    for (Row& row : call.data().rows) {
        const bool mine = row.writer == call.session && row.command == call.me().command;
        if (mine && row.indexed < keys) return &row;
    }
    return nullptr;
}

Row& add_row(Call& call, Cells cells) {
    TableData& data = call.data();
    Row& row = data.rows.emplace_back();
    row.number = data.next_row++;
    remember(call, row);
    row.change = Change::insert;
    row.writer = static_cast<std::uint8_t>(call.session);
    row.command = call.me().command;
    row.pending = std::move(cells);
    call.me().wrote = true;
    call.touch();
    return row;
}

/// Evaluates the row, or takes up what was evaluated before a wait, and adds it unless ON CONFLICT
/// skips it.
Progress prepare_row(Call& call, const RowValues& values, Row*& row) {
    SessionState& me = call.me();
    Cells cells = me.statement != nullptr ? std::exchange(me.statement->prepared, {}) : Cells{};
    if (cells.empty()) {
        const Progress made = make_cells(call, values, cells);
        if (!made.is_done()) return made;
    }
    if (call.plan.do_nothing) {
        const Progress checked = check_arbiters(call, cells);
        if (!checked.is_done()) {
            if (checked.kind == Progress::Kind::waiting) {
                me.under_way().prepared = std::move(cells);
            }
            return checked;
        }
    }
    if (!write_table(call.store, call.session, call.plan.table)) {
        return Progress::failed(ErrorKind::serialization_failure);
    }
    row = &add_row(call, std::move(cells));
    return Progress::done();
}

/// Takes a row that is not in all keys yet out of the table again.
void take_back(Call& call, Row& row) {
    call.me().under_way().prepared = std::move(row.pending);
    std::vector<Row>& rows = call.data().rows;
    rows.erase(rows.begin() + (&row - rows.data()));
}

Progress insert_one(Call& call, const RowValues& values) {
    Row* row = call.me().waiting() ? unfinished_row(call) : nullptr;
    if (row == nullptr) {
        const Progress prepared = prepare_row(call, values, row);
        if (!prepared.is_done()) return prepared;
    }
    const Progress entered = enter_keys(call, *row);
    if (entered.is_skipped()) {
        // As the server does: start over, and this time wait for the key or skip the row.
        take_back(call, *row);
        const Progress prepared = prepare_row(call, values, row);
        ENSURE(!prepared.is_done());
        return prepared;
    }
    if (entered.is_done()) {
        call.emit(row->pending);
        ++call.result.affected;
    }
    return entered;
}

/// mysql: the row is in the table from the start; ON CONFLICT DO NOTHING is INSERT IGNORE, which
/// takes it back, about whichever key there is a conflict. Not modelled: what else IGNORE forgives
/// (a value that does not fit).
Progress insert_newest(Call& call, const RowValues& values) {
    Row* row = call.me().waiting() ? unfinished_row(call) : nullptr;
    if (row == nullptr) {
        Cells cells;
        const Progress made = make_cells(call, values, cells);
        if (!made.is_done()) return made;
        row = &add_row(call, std::move(cells));
    }
    const Progress entered = enter_places(call, *row);
    if (entered.is_skipped()) undo_statement(call.store, call.session, row->number);
    if (!entered.is_done()) return entered;
    call.emit(row->pending);
    ++call.result.affected;
    return entered;
}

}  // namespace

Progress run_insert(Call& call) {
    SessionState& me = call.me();
    std::size_t first = 0;
    if (me.waiting()) {
        first = me.under_way().rows_done;
        call.result = std::exchange(me.under_way().partial, {});
    }
    for (std::size_t i = first; i < call.plan.rows.size(); ++i) {
        const auto& values = call.plan.rows[i];
        const Progress progress =
            call.store.is_mysql() ? insert_newest(call, values) : insert_one(call, values);
        if (progress.kind == Progress::Kind::waiting) {
            me.under_way().rows_done = i;
            me.under_way().partial = std::move(call.result);
        }
        if (progress.stops()) return progress;
    }
    return call.scope.failed ? Progress::failed(ErrorKind::rejected) : Progress::done();
}

}  // namespace onceproof::fake
