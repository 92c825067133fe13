#include "model/fake/sql/innodb_locks.hpp"

#include <algorithm>

#include "model/fake/sql/index.hpp"
#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

namespace {

using Covers = IndexLock::Covers;

bool same_index(const IndexLock& left, const IndexLock& right) {
    return left.table == right.table && left.index == right.index;
}

bool in_gap(const IndexLock& gap, const Cells& place) {
    return (gap.place.empty() || compare_places(gap.place, place) < 0) &&
           (gap.high.empty() || compare_places(place, gap.high) < 0);
}

/// True if `wish` of one session has to wait for `other` of another one, which came before it.
bool conflict(const IndexLock& wish, const IndexLock& other) {
    if (wish.session == other.session || !same_index(wish, other)) return false;
    if (wish.covers == Covers::insertion) {
        return other.covers == Covers::gap && in_gap(other, wish.place);
    }
    return wish.covers == Covers::record && other.covers == Covers::record &&
           (wish.exclusive || other.exclusive) && compare_places(wish.place, other.place) == 0;
}

bool covers_all_of(const IndexLock& gap, const IndexLock& other) {
    const bool low =
        gap.place.empty() || (!other.place.empty() && compare_places(gap.place, other.place) <= 0);
    const bool high =
        gap.high.empty() || (!other.high.empty() && compare_places(other.high, gap.high) <= 0);
    return low && high;
}

/// True if the session has such a lock, or a stronger one, already.
bool is_held(const Store& store, const IndexLock& wish) {
    return std::any_of(store.locks.begin(), store.locks.end(), [&](const IndexLock& held) {
        if (held.session != wish.session || held.covers != wish.covers) return false;
        if (!same_index(held, wish) || !held.granted) return false;
        if (wish.exclusive && !held.exclusive) return false;
        return wish.covers == Covers::gap ? covers_all_of(held, wish)
                                          : compare_places(held.place, wish.place) == 0;
    });
}

IndexLock make(std::size_t session, const Place& place, Covers covers, bool exclusive) {
    IndexLock lock;
    lock.session = static_cast<std::uint8_t>(session);
    lock.exclusive = exclusive;
    lock.covers = covers;
    lock.table = place.table;
    lock.index = place.index;
    lock.place = place.cells;
    return lock;
}

void add_gap(Store& store, IndexLock gap) {
    if (!is_held(store, gap)) store.locks.push_back(std::move(gap));
}

/// The gap that ends at `place`, or that it stands in if there is no entry.
IndexLock gap_at(const Store& store, std::size_t session, const Place& place, bool exclusive) {
    IndexLock gap = make(session, place, Covers::gap, exclusive);
    gap.place = previous_place(store, place.table, place.index, place.cells);
    const bool present = is_present(store, place.table, place.index, place.cells);
    gap.high = present ? place.cells : next_place(store, place.table, place.index, place.cells);
    return gap;
}

bool is_taken(const Store& store, const IndexLock& wish) {
    return std::any_of(store.locks.begin(), store.locks.end(), [&](const IndexLock& other) {
        return conflict(wish, other);
    });
}

template <class Unwanted>
void erase(Store& store, Unwanted unwanted) {
    store.locks.erase(
        std::remove_if(store.locks.begin(), store.locks.end(), unwanted), store.locks.end()
    );
}

}  // namespace

bool lock_record(Store& store, std::size_t session, const Place& place, LockMode mode) {
    IndexLock wish = make(session, place, Covers::record, mode.exclusive);
    if (is_held(store, wish)) {
        if (mode.with_gap) lock_gap(store, session, place, mode.exclusive);
        return true;
    }
    if (store.sessions[session].waiting()) drop_requests(store, session);
    const bool granted = !is_taken(store, wish);
    wish.granted = granted;
    if (mode.with_gap) {
        IndexLock gap = gap_at(store, session, place, mode.exclusive);
        gap.granted = granted;
        add_gap(store, std::move(gap));
    }
    if (!granted) {
        for (IndexLock& other : store.locks)
            other.asked |= store.sessions[other.session].waiting() && conflict(wish, other);
    }
    store.locks.push_back(std::move(wish));
    return granted;
}

bool record_is_taken(const Store& store, std::size_t session, const Place& place, bool exclusive) {
    const IndexLock wish = make(session, place, Covers::record, exclusive);
    return !is_held(store, wish) && is_taken(store, wish);
}

bool holds_record(const Store& store, std::size_t session, const Place& place, bool exclusive) {
    return is_held(store, make(session, place, Covers::record, exclusive));
}

void lock_gap(Store& store, std::size_t session, const Place& place, bool exclusive) {
    add_gap(store, gap_at(store, session, place, exclusive));
}

void lock_gap_after(Store& store, std::size_t session, const Place& place, bool exclusive) {
    IndexLock gap = make(session, place, Covers::gap, exclusive);
    gap.high = next_place(store, place.table, place.index, place.cells);
    add_gap(store, std::move(gap));
}

bool may_insert(Store& store, std::size_t session, const Place& place) {
    drop_requests(store, session);
    IndexLock wish = make(session, place, Covers::insertion, true);
    if (!is_taken(store, wish)) return true;
    wish.granted = false;
    store.locks.push_back(std::move(wish));
    return false;
}

void unlock_record(Store& store, std::size_t session, const Place& place, bool exclusive) {
    const IndexLock held = make(session, place, Covers::record, exclusive);
    erase(store, [&](const IndexLock& lock) {
        return lock.session == session && lock.covers == Covers::record &&
               lock.exclusive == exclusive && same_index(lock, held) &&
               compare_places(lock.place, place.cells) == 0;
    });
}

void drop_implicit_lock(Store& store, std::size_t session, const Place& place) {
    const IndexLock made = make(session, place, Covers::record, true);
    const bool asked = std::any_of(store.locks.begin(), store.locks.end(), [&](const auto& lock) {
        return lock.asked && lock.session == session && lock.covers == Covers::record &&
               same_index(lock, made) && compare_places(lock.place, place.cells) == 0;
    });
    if (asked) return;
    for (const bool exclusive : {false, true})
        unlock_record(store, session, place, exclusive);
}

void drop_locks(Store& store, std::size_t session) {
    erase(store, [session](const IndexLock& lock) { return lock.session == session; });
}

void drop_requests(Store& store, std::size_t session) {
    erase(store, [session](const IndexLock& lock) {
        return lock.session == session && (!lock.granted || lock.covers == Covers::insertion);
    });
}

void place_is_gone(Store& store, const Place& gone) {
    const Cells before = previous_place(store, gone.table, gone.index, gone.cells);
    const Cells after = next_place(store, gone.table, gone.index, gone.cells);
    const auto ends = [&](const Cells& end) {
        return !end.empty() && compare_places(end, gone.cells) == 0;
    };
    for (IndexLock& lock : store.locks) {
        if (lock.table != gone.table || lock.index != gone.index) continue;
        if (lock.covers == Covers::gap) {
            if (ends(lock.place)) lock.place = before;
            if (ends(lock.high)) lock.high = after;
        } else if (lock.covers == Covers::record && ends(lock.place)) {
            lock.covers = Covers::gap;
            lock.place = before;
            lock.high = after;
            const Isolation isolation = store.sessions[lock.session].isolation;
            const bool ended = lock.exclusive && isolation == Isolation::read_committed;
            if (ended) lock.high = lock.place = gone.cells;  // an empty gap
        }
    }
    erase(store, [](const IndexLock& lock) {
        return lock.covers == Covers::gap && !lock.place.empty() && !lock.high.empty() &&
               compare_places(lock.place, lock.high) == 0;
    });
}

Conflicts conflicts_of(const Store& store, std::size_t session) {
    Conflicts result;
    for (std::size_t i = 0; i < store.locks.size(); ++i) {
        const IndexLock& wish = store.locks[i];
        if (wish.session != session || wish.granted) continue;
        for (std::size_t earlier = 0; earlier < i; ++earlier) {
            if (!conflict(wish, store.locks[earlier])) continue;
            const SessionMask bit = bit_of(store.locks[earlier].session);
            if (result.sessions == 0) result.first = bit;
            result.sessions |= bit;
        }
    }
    return result;
}

void grant(Store& store, std::size_t session) {
    for (IndexLock& lock : store.locks) {
        if (lock.session == session) lock.granted = true;
    }
}

}  // namespace onceproof::fake
