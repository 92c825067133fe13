#pragma once

#include "impls/strategy/catalog.hpp"

namespace onceproof::strategy {

/// The Redis key without a time to live (article B, mistake 2; needs kv, and sql where the effect
/// is a row).
///
/// Claim: named as a mistake, memory leaks. Gap: nothing that it writes has an end; and the claim
/// of a process that died is never given up, though that is not said.
Info no_expiry_info();

}  // namespace onceproof::strategy
