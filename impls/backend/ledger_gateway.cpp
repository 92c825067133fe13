#include "impls/backend/ledger_gateway.hpp"

#include <functional>
#include <thread>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

LedgerGateway::LedgerGateway(Effect kind, Duration work) : kind_(kind), work_(work) {
    ENSURE(kind != Effect::in_transaction);
}

const LedgerGateway::Shard& LedgerGateway::shard_of(std::string_view key) const {
    return shards_[std::hash<std::string_view>{}(key) % shards_count];
}

LedgerGateway::Shard& LedgerGateway::shard_of(std::string_view key) {
    return shards_[std::hash<std::string_view>{}(key) % shards_count];
}

void LedgerGateway::count_effect(const Request& request) {
    Shard& shard = shard_of(request.key);
    const std::lock_guard lock(shard.mutex);
    ++shard.effects[request.key];
}

Result<std::string> LedgerGateway::charge(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    return charge_and_tell(request, downstream_key).receipt;
}

LedgerGateway::Charged LedgerGateway::charge_and_tell(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    if (work_ > Duration{0}) std::this_thread::sleep_for(work_);
    std::string receipt = receipt_for(request);
    if (kind_ == Effect::external_idempotent && downstream_key) {
        Shard& shard = shard_of(*downstream_key);
        const std::lock_guard lock(shard.mutex);
        const auto [entry, is_new] =
            shard.receipts.try_emplace(std::string(*downstream_key), receipt);
        if (!is_new) return {entry->second, false};
    }
    count_effect(request);
    return {std::move(receipt), true};
}

Result<std::optional<std::string>> LedgerGateway::find(std::string_view downstream_key) {
    const Shard& shard = shard_of(downstream_key);
    const std::lock_guard lock(shard.mutex);
    const auto entry = shard.receipts.find(downstream_key);
    if (entry == shard.receipts.end()) return std::optional<std::string>();
    return std::optional<std::string>(entry->second);
}

std::uint64_t LedgerGateway::effects(std::string_view request_key) const {
    const Shard& shard = shard_of(request_key);
    const std::lock_guard lock(shard.mutex);
    const auto entry = shard.effects.find(request_key);
    return entry == shard.effects.end() ? 0 : entry->second;
}

LedgerGateway::Totals LedgerGateway::totals() const {
    Totals totals;
    for (const Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        for (const auto& [key, count] : shard.effects) {
            totals.effects += count;
            ++totals.keys;
            if (count > 1) ++totals.repeated_keys;
        }
    }
    return totals;
}

void LedgerGateway::clear() {
    for (Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        shard.effects.clear();
        shard.receipts.clear();
    }
}

}  // namespace onceproof::backend
