#include "model/world/stores.hpp"

namespace onceproof::world {

bool Stores::hash(Hasher& hasher, Instant now, const Names& names) const {
    bool right = true;
    // A step changes one store or none: the others' digests are still known.
    const auto add = [&](const Region& region, const auto& fold) {
        std::optional<Fingerprint> digest = region.digest(now, names.number);
        if (!digest.has_value()) {
            Hasher own;
            Naming naming(names.places);
            fold(own, naming);
            digest = own.finish();
            region.remember({now, *digest, naming.named() ? names.number : Digest::any});
            right = right && !naming.ordered_by_id();
        }
        hasher.add(*digest);
    };
    add(redis_region_, [&](Hasher& own, Naming& naming) { redis_->hash(own, now, naming); });
    add(database_region_, [&](Hasher& own, Naming& naming) { database_->hash(own, now, naming); });
    add(gateway_region_, [&](Hasher& own, Naming& naming) { gateway_->hash(own, naming); });
    if (broker_ != nullptr) {
        add(*broker_region_, [&](Hasher& own, Naming&) { broker_->hash(own, now); });
    }
    return right;
}

}  // namespace onceproof::world
