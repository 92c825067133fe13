#pragma once

#include <string>
#include <vector>

#include "harness/frontier.hpp"
#include "harness/parameter.hpp"

namespace onceproof::harness {

/// What the stretches of one guarantee come to: "safe while strategy.redis-key.ttl > 350ms (351ms
/// safe, 350ms violated)", "safe from 50ms to 2s", or each stretch if there is more than one
/// border.
std::string border_text(const Parameter& parameter, const std::vector<Stretch>& stretches);

/// The whole frontier, cell by cell: a sentence per guarantee, or a grid where there are two
/// parameters; below, what it is worth. Ends with a newline.
std::string frontier_text(
    const std::vector<Parameter>& parameters, const Frontier& frontier, bool ascii
);

}  // namespace onceproof::harness
