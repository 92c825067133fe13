#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/gateway.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::backend {

/// A gateway inside this process that keeps the ledger of effects. For any number of threads; never
/// fails.
class LedgerGateway final : public Gateway {
public:
    /// `kind` is `external` (every charge is an effect) or `external_idempotent` (one effect per
    /// downstream key). Each charge takes `work` before the effect is made.
    LedgerGateway(Effect kind, Duration work);

    Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) override;
    Result<std::optional<std::string>> find(std::string_view downstream_key) override;

    /// What became of a charge.
    struct Charged {
        std::string receipt;
        bool made = false;  ///< it made an effect; otherwise an earlier one had
    };

    /// `charge`, with what it did.
    Charged charge_and_tell(const Request& request, std::optional<std::string_view> downstream_key);

    /// Effects made for a request key.
    [[nodiscard]] std::uint64_t effects(std::string_view request_key) const;

    /// Counts over the whole ledger.
    struct Totals {
        std::uint64_t effects = 0;        ///< all effects
        std::uint64_t keys = 0;           ///< request keys with at least one
        std::uint64_t repeated_keys = 0;  ///< request keys with more than one
    };
    [[nodiscard]] Totals totals() const;

    /// Empties the ledger. No charge may be under way.
    void clear();

private:
    /// Keys are spread over shards, so that threads with different keys seldom meet at a lock.
    struct Shard {
        mutable std::mutex mutex;
        std::map<std::string, std::uint64_t, std::less<>> effects;  ///< by request key
        std::map<std::string, std::string, std::less<>> receipts;   ///< by downstream key
    };
    static constexpr std::size_t shards_count = 64;

    [[nodiscard]] const Shard& shard_of(std::string_view key) const;
    [[nodiscard]] Shard& shard_of(std::string_view key);
    void count_effect(const Request& request);

    Effect kind_;
    Duration work_;
    std::array<Shard, shards_count> shards_;
};

}  // namespace onceproof::backend
