#include "model/fake/gateway.hpp"

#include <algorithm>

namespace onceproof::fake {

std::string Gateway::charge(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    if (downstream_key.has_value()) {
        if (const Entry* earlier = entry_of(*downstream_key)) {
            return receipt_for(earlier->request);
        }
    }
    ledger_.push_back({request, std::string(downstream_key.value_or(""))});
    return receipt_for(request);
}

std::optional<std::string> Gateway::find(std::string_view downstream_key) const {
    const Entry* entry = entry_of(downstream_key);
    return entry == nullptr ? std::nullopt : std::optional(receipt_for(entry->request));
}

void Gateway::hash(Hasher& hasher, Naming& naming) const {
    hasher.add(ledger_.size());
    for (const Entry& entry : ledger_) {
        hasher.add(entry.request.key);
        hasher.add(static_cast<std::uint64_t>(entry.request.amount));
        hasher.add(entry.request.order);
        hasher.add(entry.request.user);
        naming.add(hasher, entry.downstream_key);
    }
}

const Gateway::Entry* Gateway::entry_of(std::string_view downstream_key) const {
    if (!idempotent_ || downstream_key.empty()) {
        return nullptr;
    }
    const auto entry = std::ranges::find(ledger_, downstream_key, &Entry::downstream_key);
    return entry == ledger_.end() ? nullptr : &*entry;
}

}  // namespace onceproof::fake
