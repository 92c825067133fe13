#pragma once

#include <span>

#include "impls/strategy/claim.hpp"
#include "model/port/broker.hpp"

namespace onceproof::strategy {

/// Table `inbox` (schema inbox.sql), as the hardened forms use it.
inline constexpr GuardTable inbox_guard{
    .name = "inbox",
    .key = "business_id",
    .scope = "kind",
    .unique = "business_id",
    .result = "result",
    .lease_end = "lease_until",
    .created = "created_at"};

/// Handles deliveries one by one, each by a row for its business id: in the effect's transaction,
/// or as a claim with a lease where the effect is made elsewhere.
///
/// A value: all are done with, or belong to a key with another payload. An error: at least one is
/// not, declined say; those before it are known when they come back.
Result<Done> consume_by_inbox(
    const ClaimOptions& options, std::span<const Delivery> batch, Env& env
);

}  // namespace onceproof::strategy
