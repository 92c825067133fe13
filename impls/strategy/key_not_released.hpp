#pragma once

#include "impls/strategy/catalog.hpp"

namespace onceproof::strategy {

/// The Redis key that stays after a failure (article B, mistake 3; needs kv, and sql where the
/// effect is a row).
///
/// Claim: named as a mistake, retries are refused for ever. Gap: a failure that is definite cannot
/// be retried under its key until the claim ends, and is told as a success without a result; scheme
/// 2 of the same article recommends just that.
Info key_not_released_info();

}  // namespace onceproof::strategy
