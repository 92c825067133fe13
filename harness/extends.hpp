#pragma once

#include <optional>
#include <string>

#include "harness/problems.hpp"
#include "harness/tree.hpp"

namespace onceproof::harness {

/// A scenario file merged over the files that it extends: tables merge, the later and the nearer
/// file wins, lists replace. Every node keeps the place in the file that it came from. Format
/// versions are checked. Empty after a problem.
std::optional<Node> load(const std::string& file, Problems& problems);

/// The same for a text in place of the first file's.
std::optional<Node> load_text(const std::string& text, const std::string& file, Problems& problems);

}  // namespace onceproof::harness
