#pragma once

#include <string>
#include <string_view>

#include "reports/record.hpp"

namespace onceproof::reports {

/// report.html: one file that needs no network, with the whole run in it, and what strategies cost
/// where there is a `bench` (as `compact_bench` makes it; empty: there is none). Equal arguments
/// give equal bytes.
std::string html(const RunRecord& record, std::string_view bench);

}  // namespace onceproof::reports
