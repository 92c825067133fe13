#include <algorithm>

#include "model/fake/sql/innodb.hpp"
#include "model/fake/sql/statement.hpp"

namespace onceproof::fake {

namespace {

/// Negative, zero or positive as the row `left` goes before, with or after `right`.
int order_of(const SortKey& key, const Datum& left, const Datum& right) {
    if (left.is_null() || right.is_null()) {
        if (left.is_null() == right.is_null()) return 0;
        return left.is_null() == key.nulls_first ? -1 : 1;
    }
    const int order = compare(left, right);
    return key.descending ? -order : order;
}

/// Sorts by what the statement's snapshot sees, even if a row is locked in a newer version later.
void sort_rows(Call& call, std::vector<std::uint32_t>& found) {
    if (call.plan.order.empty()) return;
    const auto cells_of = [&call](std::uint32_t index) {
        return visible(call.data().rows[index], call.session, call.snapshot)->data();
    };
    std::stable_sort(found.begin(), found.end(), [&](std::uint32_t left, std::uint32_t right) {
        for (const SortKey& key : call.plan.order) {
            const Datum first = call.value(key.value, cells_of(left));
            const int order = order_of(key, first, call.value(key.value, cells_of(right)));
            if (order != 0) return order < 0;
        }
        return false;
    });
}

Progress lock_and_emit(Call& call, const std::vector<std::uint32_t>& found, std::int64_t limit) {
    const bool shared = call.plan.lock == ast::RowLock::share;
    for (const std::uint32_t index : found) {
        if (call.result.affected >= limit) break;
        Row& row = call.data().rows[index];
        const Cells* current = nullptr;
        const Progress progress = lock_row(call, row, shared, call.plan.policy, current);
        if (progress.stops()) return progress;
        if (progress.is_skipped()) continue;
        call.emit(*current);
        ++call.result.affected;
    }
    return Progress::done();
}

void emit_all(Call& call, const std::vector<std::uint32_t>& found, std::int64_t limit) {
    for (const std::uint32_t index : found) {
        if (call.result.affected >= limit) break;
        call.emit(*visible(call.data().rows[index], call.session, call.snapshot));
        ++call.result.affected;
    }
}

}  // namespace

Progress run_select(Call& call) {
    const Plan& plan = call.plan;
    std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    if (plan.limit) {
        const Datum value = call.value(*plan.limit, nullptr);
        if (!value.is_null()) limit = value.number();
        if (limit < 0) return Progress::failed(ErrorKind::rejected);
    }
    if (plan.table == no_table) {
        if (limit > 0) {
            call.emit({});
            call.result.affected = 1;
        }
        return call.scope.failed ? Progress::failed(ErrorKind::rejected) : Progress::done();
    }
    std::vector<std::uint32_t> found;
    const bool newest = reads_newest(call.store, call.session, plan);
    Progress progress = newest ? find_and_lock(call, found, limit) : find_rows(call, found);
    if (progress.stops()) return progress;
    if (plan.counts) {
        if (limit == 0) return Progress::done();
        call.result.rows = {{static_cast<std::int64_t>(found.size())}};
        call.result.affected = 1;
        return Progress::done();
    }
    sort_rows(call, found);
    if (newest || plan.lock == ast::RowLock::none) {
        emit_all(call, found, limit);
    } else {
        progress = lock_and_emit(call, found, limit);
    }
    if (call.scope.failed) return Progress::failed(ErrorKind::rejected);
    return progress;
}

}  // namespace onceproof::fake
