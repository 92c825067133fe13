#pragma once

#include "impls/strategy/catalog.hpp"

namespace onceproof::strategy {

/// The dedup insert that answers a conflict without looking at the row's status (article B, mistake
/// 4; schema dedup_insert.sql; needs sql).
///
/// Claim: named as a mistake. Gap: while the first works, and after it has failed, others are told
/// success without a result.
Info conflict_without_status_info();

}  // namespace onceproof::strategy
