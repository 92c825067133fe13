#pragma once

#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// Every name that this program knows: strategies, faults, operations and guarantees, from their
/// catalogs.
const Vocabulary& known_vocabulary();

}  // namespace onceproof::harness
