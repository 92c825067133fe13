#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/base/time.hpp"

namespace onceproof {

/// Reads "250ms", "5s", "10m", "25h", "30d", "100us" (whole numbers, one unit) or "0". Empty: not a
/// duration.
std::optional<Duration> parse_duration(std::string_view text);

/// The shortest exact form that `parse_duration` reads back: 90 s is "90s", 3,600 s is "1h".
std::string format_duration(Duration duration);

/// The candidate with the fewest edits to `word`, if it is close enough to be what was meant.
std::optional<std::string_view> closest(
    std::string_view word, std::span<const std::string_view> candidates
);

/// `parts` with `separator` between them.
std::string join(std::span<const std::string> parts, std::string_view separator);

/// "1 fault", "2 faults".
std::string counted(std::size_t count, std::string_view thing);

/// A fault budget as a bound: "no fault", "up to 2 faults".
std::string fault_bound(std::size_t budget);

}  // namespace onceproof
