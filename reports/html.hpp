#pragma once

#include <string>
#include <vector>

#include "reports/record.hpp"

namespace onceproof::reports {

/// What a report shows besides its run, as JSON.
struct Beside {
    std::string bench{};                   ///< as `compact_bench` makes it; empty: there is none
    std::vector<std::string> frontiers{};  ///< as `compact_frontier` makes them
    std::string compared{};                ///< as `compare_json` makes it; empty: with no other run
};

/// report.html: one file that needs no network, with the whole run in it, what strategies cost and
/// where borders run. Equal arguments give equal bytes.
std::string html(const RunRecord& record, const Beside& beside);

}  // namespace onceproof::reports
