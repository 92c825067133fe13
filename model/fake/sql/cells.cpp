#include "model/fake/sql/cells.hpp"

namespace onceproof::fake {
namespace {

/// Instants count as distances from now, and ids in texts by the names of those whom they mention.
bool is_still(const Datum& datum) {
    return datum.kind() != DatumKind::instant &&
           (datum.kind() != DatumKind::text || !find_id(datum.text(), 0).has_value());
}

}  // namespace

CellsDigest Cells::make_digest(std::optional<std::size_t> identity) const {
    CellsDigest digest;
    Naming nobody;
    Hasher hasher;
    hasher.add(cells_.size());
    for (std::size_t i = 0; i < cells_.size() && i < CellsDigest::most; ++i) {
        const Datum datum = cells_[i].view();
        if (i != identity && is_still(datum)) {
            datum.hash(hasher, Instant{}, nobody);
        } else {
            digest.moving |= std::uint64_t{1} << i;
        }
    }
    hasher.add(digest.moving);
    digest.still = hasher.finish();
    return digest;
}

}  // namespace onceproof::fake
