#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::harness {

/// The part of docs/fidelity.md that tells how counterexamples were played on real servers: what
/// came of those of `record`, and how everything in them comes about there.
std::string confirmed_text(const reports::RunRecord& record);

}  // namespace onceproof::harness
