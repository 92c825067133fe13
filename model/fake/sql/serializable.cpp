#include "model/fake/sql/serializable.hpp"

#include <algorithm>

#include "model/fake/sql/serializable_parties.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

namespace {

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

}  // namespace onceproof::fake
