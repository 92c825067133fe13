#pragma once

#include <string>
#include <string_view>

#include "reports/record.hpp"

namespace onceproof::reports {

/// Which strategies survive which kinds of failures, by the run; which gaps stay; and what each
/// costs, by `costs`, the text of a costs.md of `bench -o`. Markdown. Empty: `costs` is no such
/// text.
std::string choosing(const RunRecord& record, std::string_view costs);

}  // namespace onceproof::reports
