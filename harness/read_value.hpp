#pragma once

#include <optional>
#include <string_view>

#include "harness/problems.hpp"
#include "harness/schema.hpp"
#include "harness/tree.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// The node as the key's type wants it; empty after a problem.
std::optional<Datum> read_value(const KeySpec& key, const Node& node, Problems& problems);

/// The node as the option's type wants it; empty after a problem.
std::optional<OptionValue> read_option(
    const OptionSpec& option, const Node& node, Problems& problems
);

/// Reads every entry of `table` that the key table knows under `path` into `slots`; an entry that
/// it does not know is a problem. Keys that are read by code of their own are left to it.
void read_table(const Table& table, std::string_view path, const Slots& slots, Problems& problems);

/// The strings of a `text_list` entry with their places; empty after a problem or without the
/// entry.
List read_names(const Table& root, std::string_view path, Problems& problems);

}  // namespace onceproof::harness
