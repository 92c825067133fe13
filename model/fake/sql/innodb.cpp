#include "model/fake/sql/innodb.hpp"

#include <limits>
namespace onceproof::fake {

namespace {

bool locks_gaps(Call& call) {
    return call.me().isolation != Isolation::read_committed;
}

/// One search for rows to lock.
class Search {
public:
    Search(Call& call, std::vector<std::uint32_t>& found, std::int64_t limit)
        : call_(call),
          found_(found),
          limit_(limit),
          exclusive_(call.plan.verb != Verb::select || call.plan.lock == ast::RowLock::exclusive) {}

    Progress by_key(std::size_t key, const Cells& values) {
        if (has_null(values)) return Progress::done();
        const std::size_t table = call_.plan.table;
        const std::size_t clustered = clustered_index(*call_.plan.layout);
        const std::vector<Cells> places = places_with(call_.store, table, key, values);
        if (places.empty()) {
            if (locks_gaps(call_)) {
                lock_gap(call_.store, call_.session, {table, key, values}, exclusive_);
            }
            return Progress::done();
        }
        for (const Cells& at : places) {
            const Place place{table, key, at};
            const bool held = holds_record(call_.store, call_.session, place, exclusive_);
            // MariaDB locks a row alone only where it is found by the clustered index.
            const bool alone = key == clustered && !is_deleted(call_.store, place);
            const Progress locked = lock(place, locks_gaps(call_) && !alone);
            if (!locked.is_done()) return without_skipping(locked);
            if (Row* const row = row_at(place)) {
                const bool may_unlock = key == clustered && call_.plan.verb != Verb::select;
                return look_at(*row, place, held, may_unlock);
            }
        }
        // Behind deleted entries the search goes on to the next one, but not in the clustered
        // index.
        if (locks_gaps(call_) && key != clustered) {
            lock_gap_after(call_.store, call_.session, {table, key, places.back()}, exclusive_);
        }
        return Progress::done();
    }

    Progress all() {
        const std::size_t table = call_.plan.table;
        const std::size_t index = clustered_index(*call_.plan.layout);
        for (Cells at = next_place(call_.store, table, index, {}); !at.empty();
             at = next_place(call_.store, table, index, at)) {
            if (static_cast<std::int64_t>(found_.size()) >= limit_) return Progress::done();
            const Place place{table, index, at};
            if (passes_over(place)) continue;
            const bool held = holds_record(call_.store, call_.session, place, exclusive_);
            const Progress locked = lock(place, locks_gaps(call_));
            if (locked.stops()) return locked;
            Row* const row = locked.is_done() ? row_at(place) : nullptr;
            if (row == nullptr) continue;
            const Progress looked = look_at(*row, place, held, true);
            if (looked.stops()) return looked;
        }
        const bool ended = static_cast<std::int64_t>(found_.size()) < limit_;
        if (ended && locks_gaps(call_)) {
            const Place last{table, index, previous_place(call_.store, table, index, {})};
            lock_gap_after(call_.store, call_.session, last, exclusive_);
        }
        return Progress::done();
    }

private:
    static Progress without_skipping(Progress progress) {
        return progress.is_skipped() ? Progress::done() : progress;
    }

    Progress lock(const Place& place, bool with_gap) {
        const ast::LockPolicy policy = call_.plan.policy;
        if (policy != ast::LockPolicy::wait &&
            record_is_taken(call_.store, call_.session, place, exclusive_)) {
            return policy == ast::LockPolicy::skip ? Progress::skipped()
                                                   : Progress::failed(ErrorKind::lock_timeout);
        }
        const LockMode mode{.exclusive = exclusive_, .with_gap = with_gap};
        if (lock_record(call_.store, call_.session, place, mode)) return Progress::done();
        return call_.wait({.table = call_.plan.table});
    }

    /// The row that has the place for this session, or that this statement has taken from there.
    Row* row_at(const Place& place) {
        const Table& table = *call_.plan.layout;
        for (Row& row : call_.data().rows) {
            if (is_written(call_, row)) {
                for (const Cells& candidate : places_of(table, place.index, row)) {
                    if (compare_places(candidate, place.cells) == 0) return &row;
                }
            }
            const Cells* const cells = newest_version(row, call_.session);
            if (cells == nullptr) continue;
            if (compare_places(place_of(table, place.index, row, *cells), place.cells) == 0) {
                return &row;
            }
        }
        return nullptr;
    }

    /// Locks the row itself if its entry in another key was locked, and takes it if it matches.
    /// READ COMMITTED gives back a lock of the clustered index that was not `held` before, but not
    /// a weaker one that was.
    Progress look_at(Row& row, const Place& entry, bool held, bool may_unlock) {
        if (!is_written(call_, row)) {
            const std::size_t clustered = clustered_index(*call_.plan.layout);
            const Cells& cells = *newest_version(row, call_.session);
            const Place itself{
                entry.table, clustered, place_of(*call_.plan.layout, clustered, row, cells)};
            const bool second = entry.index != clustered;
            const Progress locked = second ? lock(itself, false) : Progress::done();
            if (!locked.is_done()) return without_skipping(locked);
            if (!holds(call_.plan.code, call_.plan.where, call_.scope, cells.data())) {
                if (call_.scope.failed) return Progress::failed(ErrorKind::rejected);
                const bool unlocks = may_unlock && !held && !locks_gaps(call_);
                if (unlocks) unlock_record(call_.store, call_.session, entry, exclusive_);
                return Progress::done();
            }
        }
        found_.push_back(static_cast<std::uint32_t>(&row - call_.data().rows.data()));
        return Progress::done();
    }

    /// UPDATE under READ COMMITTED looks at the committed version of a row that another session
    /// holds before it waits for it (a "semi-consistent read").
    bool passes_over(const Place& place) {
        if (call_.plan.verb != Verb::update || locks_gaps(call_)) return false;
        if (!record_is_taken(call_.store, call_.session, place, true)) return false;
        for (const Row& row : call_.data().rows) {
            const Cells& cells = row.newest.cells;
            if (cells.empty()) continue;
            const Cells at = place_of(*call_.plan.layout, place.index, row, cells);
            if (compare_places(at, place.cells) != 0) continue;
            return !holds(call_.plan.code, call_.plan.where, call_.scope, cells.data());
        }
        return true;
    }

    Call& call_;
    std::vector<std::uint32_t>& found_;
    std::int64_t limit_;
    bool exclusive_;
};

/// True if a scan of the clustered index gives the rows in the order that the statement asks for.
bool is_clustered_order(const Plan& plan) {
    if (plan.order.empty()) return true;
    const std::size_t clustered = clustered_index(*plan.layout);
    if (clustered == plan.layout->keys.size()) return false;
    const Key& key = plan.layout->keys[clustered];
    const Node& node = plan.code.nodes[plan.order.front().value];
    return plan.order.size() == 1 && key.size() == 1 && !plan.order.front().descending &&
           node.op == Op::column && node.index == key.front();
}

}  // namespace

bool reads_newest(const Store& store, std::size_t session, const Plan& plan) {
    if (!store.is_mysql() || plan.table == no_table) return false;
    if (plan.verb != Verb::select || plan.lock != ast::RowLock::none) return true;
    const SessionState& me = store.sessions[session];
    return me.explicit_transaction && me.isolation == Isolation::serializable;
}

Progress find_and_lock(Call& call, std::vector<std::uint32_t>& found, std::int64_t limit) {
    constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
    Search search(call, found, is_clustered_order(call.plan) ? limit : no_limit);
    if (!call.plan.pinned_key) return search.all();
    Cells values;
    for (const NodeIndex node : call.plan.pinned_values) {
        values.emplace_back(call.value(node, nullptr));
    }
    return search.by_key(*call.plan.pinned_key, values);
}

}  // namespace onceproof::fake
