#include <limits>

#include "model/fake/sql/innodb.hpp"

namespace onceproof::fake {

namespace {

/// A row other than `self` has the key for good: its version is committed or the session's own.
bool is_duplicate(Call& call, const Place& place, const Row& self) {
    const Cells key = key_of(*call.plan.layout, place.index, place.cells);
    for (const Row& row : call.data().rows) {
        const Cells* const cells =
            row.number == self.number ? nullptr : newest_version(row, call.session);
        const bool entered = row.change == Change::none || row.indexed > place.index;
        if (cells == nullptr || !entered) continue;
        if (compare_places(place_of(*call.plan.layout, place.index, row, *cells), key) == 0) {
            return true;
        }
    }
    return false;
}

/// True if UPDATE has left the row's entry in this index as it was.
bool keeps_place(const Call& call, const Row& row, std::size_t index) {
    const Table& table = *call.plan.layout;
    const Cells& before = row.replaced.empty() ? row.newest.cells : row.replaced.back();
    return !before.empty() &&
           compare_places(
               place_of(table, index, row, before), place_of(table, index, row, row.pending)
           ) == 0;
}

/// Locks the entries that have the same key as the new one at `place`, for reading. In an index
/// that is not the clustered one it locks the gaps before them, too, and goes on behind deleted
/// entries to the next one. Done: there is none that counts. Skipped: the row is to be left out for
/// it.
Progress look_for_duplicate(Call& call, const Row& row, const Place& place) {
    const bool clustered = place.index == clustered_index(*call.plan.layout);
    const LockMode mode{.exclusive = false, .with_gap = !clustered};
    const Cells key = key_of(*call.plan.layout, place.index, place.cells);
    std::vector<Cells> places = places_with(call.store, place.table, place.index, key);
    if (places.empty()) return Progress::done();
    const bool duplicate = is_duplicate(call, place, row);
    const Cells next = next_place(call.store, place.table, place.index, places.back());
    const bool goes_on = !clustered && !duplicate;
    if (goes_on && !next.empty()) places.push_back(next);
    for (Cells& at : places) {
        if (!lock_record(call.store, call.session, {place.table, place.index, at}, mode)) {
            return call.wait({.table = call.plan.table});
        }
    }
    if (goes_on && next.empty()) {
        lock_gap_after(call.store, call.session, {place.table, place.index, places.back()}, false);
    }
    if (!duplicate) return Progress::done();
    return call.plan.do_nothing ? Progress::skipped()
                                : Progress::failed(ErrorKind::unique_violation);
}

/// The new entry gets into the index: in a gap that nobody has locked, or in the place of a deleted
/// entry.
bool insert_entry(Call& call, const Place& place) {
    const bool present = is_present(call.store, place.table, place.index, place.cells);
    if (!present && !may_insert(call.store, call.session, place)) return false;
    return lock_record(call.store, call.session, place, {.exclusive = true});
}

}  // namespace

const Cells* newest_version(const Row& row, std::size_t session) {
    return visible(row, session, std::numeric_limits<CommitNumber>::max());
}

bool is_written(Call& call, const Row& row) {
    return row.change != Change::none && row.writer == call.session &&
           row.command == call.me().command;
}

Progress lock_old_entries(Call& call, const Row& row, const Cells& after) {
    const Table& table = *call.plan.layout;
    const Cells& before = *newest_version(row, call.session);
    for (std::size_t index = 0; index < index_count(table); ++index) {
        const Place place{call.plan.table, index, place_of(table, index, row, before)};
        const bool stays =
            !after.empty() && compare_places(place.cells, place_of(table, index, row, after)) == 0;
        if (stays) continue;
        const bool held = holds_record(call.store, call.session, place, false);
        if (!lock_record(call.store, call.session, place, {.exclusive = true})) {
            return call.wait({.table = call.plan.table});
        }
        if (!held) call.me().under_way().implicit.push_back(place);
    }
    return Progress::done();
}

Progress enter_places(Call& call, Row& row) {
    const Table& table = *call.plan.layout;
    for (std::size_t index = row.indexed; index < index_count(table); ++index) {
        const Place place{call.plan.table, index, place_of(table, index, row, row.pending)};
        if (!keeps_place(call, row, index)) {
            const bool unique =
                index < table.keys.size() && !has_null(key_of(table, index, place.cells));
            const Progress looked =
                unique ? look_for_duplicate(call, row, place) : Progress::done();
            if (!looked.is_done()) return looked;
            if (!insert_entry(call, place)) return call.wait({.table = call.plan.table});
        }
        row.indexed = static_cast<std::uint8_t>(index + 1);
    }
    return Progress::done();
}

void remember(Call& call, const Row& row) {
    if (!call.store.is_mysql() || is_written(call, row)) return;
    Undo undo;
    undo.table = call.plan.table;
    undo.row = row.number;
    undo.change = row.change;
    undo.indexed = row.indexed;
    undo.command = row.command;
    undo.pending = row.pending;
    undo.replaced = row.replaced;
    call.me().under_way().undo.push_back(std::move(undo));
}

}  // namespace onceproof::fake
