#pragma once

#include <string>
#include <vector>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// "determinism: 943 cases run twice, 0 differences", and why there are not more if something
/// failed. Empty if none were to be run twice.
std::string determinism_line(const Determinism& determinism);

/// "lost-reply / redis-key/published (ttl=50ms), walk 17: step 5 (h1.1:kv.set) differs, what
/// happened".
std::string headline_of(const DeterminismDifference& difference);

/// The lines below that: both versions, and which code led to it.
std::vector<std::string> details_of(const DeterminismDifference& difference);

/// One block per case that was not the same twice. Empty if all were.
std::string determinism_blocks(const Determinism& determinism, const TextStyle& style);

}  // namespace onceproof::reports
