#include <algorithm>

#include "model/fake/sql/serializable.hpp"
#include "model/fake/sql/serializable_parties.hpp"

namespace onceproof::fake {

namespace {

/// Place of each party in an order that does not depend on history: open ones by session, then by
/// commit.
std::vector<const Party*> in_order(const Store& store, Naming& naming) {
    std::vector<const Party*> result;
    for (const Party& party : store.serializable.parties)
        result.push_back(&party);
    std::sort(result.begin(), result.end(), [&](const Party* left, const Party* right) {
        if (left->committed != right->committed) return right->committed;
        return left->committed ? left->commit < right->commit
                               : naming.session(left->session) < naming.session(right->session);
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
Fingerprint sum_of_marks(const Store& store, const Party& party, Instant now, Naming& naming) {
    Fingerprint sum;
    for (const ReadMark& mark : party.marks) {
        Hasher hasher;
        hasher.add(mark.table);
        hasher.add(mark.key ? *mark.key + 1 : 0);
        for (const Cell& cell : mark.values)
            cell.view().hash(hasher, now, naming);
        if (mark.row != 0) {
            const std::vector<Row>& rows = store.tables[mark.table].rows;
            const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& candidate) {
                return candidate.number == mark.row;
            });
            if (row == rows.end() || row->newest.since != mark.version) continue;
            hasher.add(static_cast<std::uint64_t>(row - rows.begin()) + 1);
        }
        sum += hasher.finish();
    }
    return sum;
}

}  // namespace

void hash_serializable(const Store& store, Hasher& hasher, Instant now, Naming& naming) {
    const std::vector<const Party*> order = in_order(store, naming);
    hasher.add(order.size());
    for (const Party* const party : order) {
        std::uint64_t commits_before = 0;
        for (const Party* const other : order) {
            if (other->committed && other->commit <= party->snapshot) ++commits_before;
        }
        const std::uint64_t flags = (party->committed ? 1U : 0U) | (party->doomed ? 2U : 0U) |
                                    (party->wrote ? 4U : 0U) | (party->read_only ? 8U : 0U) |
                                    (party->conflict_out ? 16U : 0U);
        hasher.add(flags << 8 | (party->committed ? 0U : naming.session(party->session)));
        hasher.add(commits_before);
        hasher.add(mask_of(order, party->in));
        hasher.add(mask_of(order, party->out));
        hasher.add(sum_of_marks(store, *party, now, naming));
    }
}

}  // namespace onceproof::fake
