#include <algorithm>

#include "model/fake/sql/serializable.hpp"
#include "model/fake/sql/serializable_parties.hpp"

namespace onceproof::fake {

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

}  // namespace onceproof::fake
