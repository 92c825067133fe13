#pragma once

#include "harness/vocabulary.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::harness {

/// Every name that this program knows: strategies, faults, operations and guarantees, from their
/// catalogs.
const Vocabulary& known_vocabulary();

/// What scenario files may say of one strategy of the catalog, which must outlive the result.
StrategySpec spec_of(const strategy::Info& info);

}  // namespace onceproof::harness
