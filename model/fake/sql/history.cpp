#include "model/fake/sql/history.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/fake/sql/store.hpp"
#include "model/fake/sql/store_hash.hpp"

namespace onceproof::fake {

namespace {

void undo(Store& store, RowUndo& change) {
    TableData& data = store.tables[change.table];
    Row* row = data.find(change.row);
    if (row == nullptr) {
        data.rows.emplace_back();
        row = &data.rows.back();
        row->number = change.row;
    }
    row->newest.since = store.last_commit;
    row->newest.cells = std::move(change.before);
}

}  // namespace

void open_commit(Store& store) {
    History& history = store.history;
    if (history.max == 0) return;
    if (history.commits.size() == history.max) history.commits.erase(history.commits.begin());
    history.commits.emplace_back();
}

void remember_change(Store& store, std::size_t table, const Row& row) {
    if (store.history.max == 0) return;
    RowUndo change{table, row.number, {}, {}};
    if (row.newest.since != 0) change.before = row.newest.cells;
    if (row.change != Change::remove) change.after = row.pending;
    // A row that the transaction both inserted and deleted leaves no trace.
    if (change.before.empty() && change.after.empty()) return;
    store.history.commits.back().push_back(std::move(change));
}

void forget_newest(Store& store, std::size_t count) {
    ENSURE(std::ranges::all_of(store.sessions, [](const SessionState& session) {
        return session.phase == Phase::idle;
    }));
    auto& commits = store.history.commits;
    for (; count > 0 && !commits.empty(); --count) {
        for (RowUndo& change : commits.back())
            undo(store, change);
        commits.pop_back();
    }
    for (std::size_t table = 0; table < store.tables.size(); ++table)
        tidy_rows(store, table);
}

void hash_history(const Store& store, Hasher& hasher, Instant now, Naming& naming) {
    hasher.add(store.history.commits.size());
    for (const auto& commit : store.history.commits) {
        // In which order a commit's rows are undone makes no difference.
        Fingerprint sum;
        for (const RowUndo& change : commit) {
            Hasher one;
            one.add(change.table);
            hash_cells(store, change.table, change.before, one, now, naming);
            hash_cells(store, change.table, change.after, one, now, naming);
            sum += one.finish();
        }
        hasher.add(sum);
    }
}

}  // namespace onceproof::fake
