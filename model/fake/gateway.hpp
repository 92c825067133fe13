#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
#include "model/port/request.hpp"

namespace onceproof::fake {

/// The outside party and its ledger: the record of the effects that did happen there. A pure store.
class Gateway {
public:
    /// One effect.
    struct Entry {
        Request request;
        std::string downstream_key;  ///< empty: none was given
    };

    /// `idempotent`: makes one effect per downstream key; otherwise one per call.
    explicit Gateway(bool idempotent) : idempotent_(idempotent) {}

    /// Makes the effect, or finds the one of the same downstream key; returns its receipt.
    std::string charge(const Request& request, std::optional<std::string_view> downstream_key);

    /// The receipt of the effect under `downstream_key`, if this gateway keeps such keys and has
    /// one.
    [[nodiscard]] std::optional<std::string> find(std::string_view downstream_key) const;

    /// All effects, oldest first.
    [[nodiscard]] const std::vector<Entry>& ledger() const { return ledger_; }

    /// Folds in all that later calls can see.
    void hash(Hasher& hasher, Naming& naming) const;

private:
    [[nodiscard]] const Entry* entry_of(std::string_view downstream_key) const;

    bool idempotent_;
    std::vector<Entry> ledger_;
};

}  // namespace onceproof::fake
