#pragma once

#include <memory>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// The outside party with its ledger, in this process: a charge whose reply is lost is made all the
/// same, one that is lost or declined is not.
std::unique_ptr<RealStore> real_gateway();

}  // namespace onceproof::harness
