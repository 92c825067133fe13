#pragma once

#include <span>
#include <string>
#include <string_view>

#include "impls/strategy/info.hpp"

namespace onceproof::strategy {

/// All strategies, in the order of lists and matrices: the built-in ones, then those that were
/// entered from outside, by name.
std::span<const Info> catalog();

/// The entry of that name; null if there is none.
const Info* find(std::string_view name);

/// Every option of `info`: the defaults, the preset on top, then `single`. The preset and the names
/// must exist.
Options resolve(const Info& info, std::string_view preset, const Options& single);

/// The schema that a strategy runs on: its own tables and the effect's.
std::string full_schema(const Info& info);

}  // namespace onceproof::strategy
