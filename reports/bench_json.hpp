#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::reports {

/// What a report shows of a file in Google Benchmark's schema, as compact JSON: its runs with their
/// figures, and of its context what figures depend on, not which machine and program they are from.
/// Empty: `json` is no such file.
std::optional<std::string> compact_bench(std::string_view json);

}  // namespace onceproof::reports
