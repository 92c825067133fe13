#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/port/request.hpp"
#include "model/port/result.hpp"

namespace onceproof {

/// The outside party that makes the effect, a payment provider say.
class Gateway {
public:
    virtual ~Gateway() = default;

    /// Makes the effect once more and returns its receipt. With a `downstream_key` a provider that
    /// is idempotent makes it once per key and returns the first receipt again; another provider
    /// ignores the key.
    ///
    /// Takes as long as the work takes. Errors: `declined` (definite), `unavailable` (definite),
    /// `timeout` and `connection_lost` (indefinite: the effect may have happened).
    virtual Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) = 0;

    /// Asks an idempotent provider what happened under `downstream_key`; empty: nothing.
    /// Errors: `timeout`, `connection_lost`, `unavailable` (definite: asking changes nothing).
    virtual Result<std::optional<std::string>> find(std::string_view downstream_key) = 0;
};

}  // namespace onceproof
