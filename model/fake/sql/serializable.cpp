#include "model/fake/sql/serializable.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/fake/sql/conflict.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

namespace {

using Ids = std::vector<std::uint64_t>;

bool applies(const Store& store, std::size_t session) {
    return store.sessions[session].isolation == Isolation::serializable;
}

Party& find_id(Store& store, std::uint64_t id) {
    auto& parties = store.serializable.parties;
    const auto found = std::find_if(parties.begin(), parties.end(), [id](const Party& party) {
        return party.id == id;
    });
    ENSURE(found != parties.end());
    return *found;
}

Party* find_open(Store& store, std::size_t session) {
    for (Party& party : store.serializable.parties) {
        if (!party.committed && party.session == session) return &party;
    }
    return nullptr;
}

Party* find_commit(Store& store, CommitNumber commit) {
    for (Party& party : store.serializable.parties) {
        if (party.committed && party.commit == commit) return &party;
    }
    return nullptr;
}

bool contains(const Ids& ids, std::uint64_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

void erase(Ids& ids, std::uint64_t id) {
    ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
}

/// reader -> writer -> some t2 that committed first: the writer is a pivot.
bool writer_is_pivot(Store& store, const Party& reader, const Party& writer) {
    if (writer.committed && writer.conflict_out) return true;
    return std::any_of(writer.out.begin(), writer.out.end(), [&](std::uint64_t id) {
        const Party& t2 = find_id(store, id);
        return t2.committed && (!reader.committed || t2.commit <= reader.commit) &&
               (!writer.committed || t2.commit <= writer.commit) &&
               (!reader.read_only || t2.commit <= reader.snapshot);
    });
}

/// some t0 -> reader -> writer that has committed: the reader is a pivot.
bool reader_is_pivot(Store& store, const Party& reader, const Party& writer) {
    if (!writer.committed || reader.read_only) return false;
    return std::any_of(reader.in.begin(), reader.in.end(), [&](std::uint64_t id) {
        const Party& t0 = find_id(store, id);
        return !t0.doomed && (!t0.committed || t0.commit >= writer.commit) &&
               (!t0.read_only || t0.snapshot >= writer.commit);
    });
}

/// Notes that `reader` did not see what `writer` wrote. False if the transaction `me` must fail for
/// it.
bool flag_conflict(Store& store, Party& reader, Party& writer, const Party& me) {
    if (contains(reader.out, writer.id)) return true;
    if (writer_is_pivot(store, reader, writer) || reader_is_pivot(store, reader, writer)) {
        if (&me == &writer || writer.committed) return false;
        writer.doomed = true;
    }
    reader.out.push_back(writer.id);
    writer.in.push_back(reader.id);
    return true;
}

void add_mark(Party& me, ReadMark mark) {
    for (const ReadMark& held : me.marks) {
        const bool whole_table = held.table == mark.table && !held.key && held.row == 0;
        if (whole_table || held == mark) return;
    }
    me.marks.push_back(std::move(mark));
}

/// The write meets the marks of others that `hits` selects.
template <class Hits>
bool write_marked(Store& store, std::size_t session, Hits hits) {
    if (!applies(store, session)) return true;
    Party& me = *find_open(store, session);
    if (me.doomed) return false;
    me.wrote = true;
    for (Party& reader : store.serializable.parties) {
        if (reader.id == me.id || reader.doomed) continue;
        if (reader.committed && reader.commit <= me.snapshot) continue;
        if (std::none_of(reader.marks.begin(), reader.marks.end(), hits)) continue;
        if (!flag_conflict(store, reader, me, me)) return false;
    }
    return true;
}

/// True if the lookup comes across this version: any, or one at the place that it looks at.
bool meets(const Plan& plan, const Cells& values, const Cells& version) {
    if (version.empty()) return false;
    if (!plan.pinned_key) return true;
    const Key& key = plan.layout->keys[*plan.pinned_key];
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (version[key[i]].is_null() || !(version[key[i]] == values[i])) return false;
    }
    return true;
}

/// The transactions whose versions of the row the reader meets but does not see.
void collect_writers(
    Store& store,
    const Plan& plan,
    const Cells& values,
    const Row& row,
    CommitNumber snapshot,
    Ids& writers
) {
    const Version* const seen = visible_version(row, snapshot);
    const bool seen_here = seen != nullptr && meets(plan, values, seen->cells);
    bool successor = seen_here;  // whoever replaced or deleted what is seen counts in any case
    const auto add = [&](const Party* party, const Cells& cells) {
        const bool stops = plan.pinned_key && seen_here && !successor;
        if (party != nullptr && !stops && (successor || meets(plan, values, cells))) {
            writers.push_back(party->id);
        }
        successor = false;
    };
    const auto add_version = [&](const Version& version) {
        if (version.since > snapshot) add(find_commit(store, version.since), version.cells);
    };
    for (const Version& version : row.older)
        add_version(version);
    add_version(row.newest);
    if (row.change != Change::none) {
        const Cells none;
        add(find_open(store, row.writer), row.change == Change::remove ? none : row.pending);
    }
}

}  // namespace

void enter_serializable(Store& store, std::size_t session, CommitNumber snapshot) {
    if (!applies(store, session)) return;
    Party party;
    party.id = store.serializable.next_id++;
    party.session = static_cast<std::uint8_t>(session);
    party.snapshot = snapshot;
    store.serializable.parties.push_back(std::move(party));
}

void mark_place(Store& store, std::size_t session, const Plan& plan, const Cells& values) {
    if (!applies(store, session)) return;
    ReadMark mark;
    mark.table = plan.table;
    mark.key = plan.pinned_key;
    if (plan.pinned_key) mark.values = values;
    add_mark(*find_open(store, session), std::move(mark));
}

bool read_row(
    Store& store, std::size_t session, const Plan& plan, const Cells& values, const Row& row
) {
    if (!applies(store, session) || row.writer == session) return true;
    Party& me = *find_open(store, session);
    const Version* const seen = visible_version(row, me.snapshot);
    const bool seen_here = seen != nullptr && meets(plan, values, seen->cells);
    Ids writers;
    collect_writers(store, plan, values, row, me.snapshot, writers);
    if (me.doomed && (seen_here || !writers.empty())) return false;
    if (seen_here) {
        ReadMark mark;
        mark.table = plan.table;
        mark.row = row.number;
        mark.version = seen->since;
        add_mark(me, std::move(mark));
    }
    return std::all_of(writers.begin(), writers.end(), [&](std::uint64_t id) {
        return flag_conflict(store, me, find_id(store, id), me);
    });
}

bool write_table(Store& store, std::size_t session, std::size_t table) {
    return write_marked(store, session, [table](const ReadMark& mark) {
        return mark.table == table && !mark.key && mark.row == 0;
    });
}

bool write_key(
    Store& store, std::size_t session, std::size_t table, std::size_t key, const Cells& cells
) {
    const Key& columns = store.schema->tables[table].keys[key];
    return write_marked(store, session, [&](const ReadMark& mark) {
        if (mark.table != table || mark.key != key) return false;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (!(mark.values[i] == cells[columns[i]])) return false;
        }
        return true;
    });
}

bool write_row(Store& store, std::size_t session, std::size_t table, const Row& row) {
    if (!applies(store, session)) return true;
    const auto hits = [&](const ReadMark& mark) {
        if (mark.table != table || mark.key) return false;
        return mark.row == 0 || (mark.row == row.number && mark.version == row.newest.since);
    };
    if (!write_marked(store, session, hits)) return false;
    // The write itself now keeps others away from the version that was read.
    std::vector<ReadMark>& marks = find_open(store, session)->marks;
    const auto own = [&](const ReadMark& mark) {
        return mark.row != 0 && hits(mark);
    };
    marks.erase(std::remove_if(marks.begin(), marks.end(), own), marks.end());
    return true;
}

bool may_commit(Store& store, std::size_t session) {
    if (!applies(store, session)) return true;
    Party& me = *find_open(store, session);
    if (me.doomed) return false;
    for (const std::uint64_t near_id : me.in) {
        Party& near = find_id(store, near_id);
        if (near.committed || near.doomed) continue;
        // far -> near -> me, and me first: the pivot between must not commit any more.
        near.doomed = std::any_of(near.in.begin(), near.in.end(), [&](std::uint64_t far_id) {
            const Party& far = find_id(store, far_id);
            return far_id == me.id || (!far.committed && !far.doomed);
        });
    }
    return true;
}

namespace {

/// Drops conflicts of a transaction that commits which can no longer become part of a dangerous
/// structure.
void settle_conflicts(Store& store, Party& me) {
    for (const std::uint64_t id : Ids(me.out)) {
        Party& other = find_id(store, id);
        if (!other.committed) continue;
        if (!me.read_only) me.conflict_out = true;
        erase(other.in, me.id);
        erase(me.out, id);
    }
    for (const std::uint64_t id : Ids(me.in)) {
        Party& other = find_id(store, id);
        if (!other.committed) continue;
        erase(other.out, me.id);
        erase(me.in, id);
    }
}

void remove_party(Store& store, std::uint64_t id) {
    auto& parties = store.serializable.parties;
    for (Party& party : parties) {
        erase(party.in, id);
        erase(party.out, id);
    }
    parties.erase(
        std::remove_if(
            parties.begin(), parties.end(), [id](const Party& party) { return party.id == id; }
        ),
        parties.end()
    );
}

/// Forgets committed transactions that no open one overlaps.
void forget_finished(Store& store) {
    auto& parties = store.serializable.parties;
    Ids finished;
    for (const Party& party : parties) {
        const bool overlapped =
            !party.committed || std::any_of(parties.begin(), parties.end(), [&](const Party& open) {
                return !open.committed && open.snapshot < party.commit;
            });
        if (!overlapped) finished.push_back(party.id);
    }
    for (const std::uint64_t id : finished)
        remove_party(store, id);
}

}  // namespace

void leave_serializable(Store& store, std::size_t session, CommitNumber commit) {
    if (!applies(store, session)) return;
    Party* const me = find_open(store, session);
    if (me == nullptr) return;
    if (commit == 0) {
        remove_party(store, me->id);
    } else {
        me->committed = true;
        me->commit = commit;
        me->read_only = !me->wrote;
        settle_conflicts(store, *me);
    }
    forget_finished(store);
}

namespace {

/// Place of each party in an order that does not depend on history: open ones by session, then by
/// commit.
std::vector<const Party*> in_order(const Store& store) {
    std::vector<const Party*> result;
    for (const Party& party : store.serializable.parties)
        result.push_back(&party);
    std::sort(result.begin(), result.end(), [](const Party* left, const Party* right) {
        if (left->committed != right->committed) return right->committed;
        return left->committed ? left->commit < right->commit : left->session < right->session;
    });
    return result;
}

std::uint64_t mask_of(const std::vector<const Party*>& order, const Ids& ids) {
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (contains(ids, order[i]->id)) mask |= std::uint64_t{1} << (i % 64);
    }
    return mask;
}

/// Marks are a set: their order does not count. A mark on a version that has been replaced cannot
/// be hit.
Fingerprint sum_of_marks(const Store& store, const Party& party, Instant now) {
    Fingerprint sum;
    for (const ReadMark& mark : party.marks) {
        Hasher hasher;
        hasher.add(mark.table);
        hasher.add(mark.key ? *mark.key + 1 : 0);
        for (const Cell& cell : mark.values)
            cell.view().hash(hasher, now);
        if (mark.row != 0) {
            const std::vector<Row>& rows = store.tables[mark.table].rows;
            const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& candidate) {
                return candidate.number == mark.row;
            });
            if (row == rows.end() || row->newest.since != mark.version) continue;
            hasher.add(static_cast<std::uint64_t>(row - rows.begin()) + 1);
        }
        const Fingerprint print = hasher.finish();
        sum.high += print.high;
        sum.low += print.low;
    }
    return sum;
}

}  // namespace

void hash_serializable(const Store& store, Hasher& hasher, Instant now) {
    const std::vector<const Party*> order = in_order(store);
    hasher.add(order.size());
    for (const Party* const party : order) {
        std::uint64_t commits_before = 0;
        for (const Party* const other : order) {
            if (other->committed && other->commit <= party->snapshot) ++commits_before;
        }
        const std::uint64_t flags = (party->committed ? 1U : 0U) | (party->doomed ? 2U : 0U) |
                                    (party->wrote ? 4U : 0U) | (party->read_only ? 8U : 0U) |
                                    (party->conflict_out ? 16U : 0U);
        hasher.add(flags << 8 | (party->committed ? 0U : party->session));
        hasher.add(commits_before);
        hasher.add(mask_of(order, party->in));
        hasher.add(mask_of(order, party->out));
        hasher.add(sum_of_marks(store, *party, now));
    }
}

}  // namespace onceproof::fake
