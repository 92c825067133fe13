#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// A file of `onceproof frontier --json`, checked, as one line of JSON. Empty if it is none, or of
/// a later version.
std::optional<std::string> compact_frontier(std::string_view json);

}  // namespace onceproof::reports
