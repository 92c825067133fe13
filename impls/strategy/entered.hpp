#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/strategy/info.hpp"

namespace onceproof::strategy {

/// Whether a strategy can have that name: small letters, digits and hyphens, a letter first.
bool is_strategy_name(std::string_view name);

/// Enters a strategy from outside into the catalog. Only until the catalog is first asked for, so
/// while the objects at namespace scope of the program's sources are made.
void enter(Info info);

/// What was entered, by name. From then on nothing can be.
std::vector<Info> entered();

/// What is wrong with entries of a catalog, one sentence each; `infos` may have come from outside.
std::vector<std::string> problems_of(std::span<const Info> infos);

}  // namespace onceproof::strategy
