#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/database.hpp"
#include "bench/subject.hpp"
#include "impls/backend/ledger_gateway.hpp"

namespace onceproof::bench {

/// The effects that there are.
struct Census {
    std::uint64_t keys = 0;      ///< request keys with at least one effect
    std::uint64_t repeated = 0;  ///< request keys with more than one
};

/// Counts the effects of a subject where they are kept. Empty: the database did not answer.
/// `Ledger::none` gives no effects.
std::optional<Census> take_census(
    const Subject& subject, Pool& pool, const backend::LedgerGateway& gateway
);

/// "broke single_effect: 3 keys with more than one effect", or "broke no_lost_request: …" if fewer
/// than the `keys_asked` keys that were answered with success have an effect. Empty: exactly one
/// effect per key.
std::string broken_guarantee(const Census& census, std::uint64_t keys_asked);

/// Whether the caller is to come again: another call with that key is being handled.
bool puts_off(const Reply& reply);

/// Empty if that is the right answer to a first or a repeated call, else the answer in words. A
/// repeated call may also be put off.
std::string wrong_answer(bool repeat, const Request& request, const Reply& reply);

}  // namespace onceproof::bench
