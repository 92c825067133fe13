#pragma once

#include <string>

#include "reports/record.hpp"

namespace onceproof::reports {

/// report.html: one file that needs no network, with the whole run in it. Equal
/// records give equal bytes.
std::string html(const RunRecord& record);

}  // namespace onceproof::reports
