#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace onceproof::fake {

/// Microseconds of an interval literal such as "30 days" or "1 hour 30 minutes"; empty if it is
/// none, or if it depends on the calendar (months, years).
std::optional<std::int64_t> parse_interval(std::string_view text);

}  // namespace onceproof::fake
