#pragma once

#include <string>
#include <vector>

#include "harness/frontier.hpp"

namespace onceproof::cli {

/// The whole frontier as JSON ("onceproof-frontier", version 1), for `onceproof report --frontier`;
/// with the words that `onceproof` was called with.
std::string frontier_json(
    const std::vector<std::string>& arguments,
    const std::vector<harness::Parameter>& parameters,
    const harness::Frontier& frontier
);

}  // namespace onceproof::cli
