#pragma once

#include "model/fake/sql/layout.hpp"

namespace onceproof::fake {

/// Replaces expressions that depend on nothing by their values, and notes in `plan.precomputed`
/// those that are to be computed at the start of each execution: the server does both while it
/// plans.
void precompute(Plan& plan);

}  // namespace onceproof::fake
