#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

/// One group of measurements of a costs.md: a database and a number of threads.
struct CostsTable {
    std::string heading;               ///< "PostgreSQL, 16 threads"
    std::vector<std::string> columns;  ///< "requests/s", "p99" … without strategy and load
    /// By strategy: figures as they stand there, for calls that are no repeats. One entry: a
    /// sentence that says why there are none.
    std::map<std::string, std::vector<std::string>> rows;
};

/// All groups of what `bench -o` wrote, in its order; empty: it is no such file.
std::vector<CostsTable> read_costs_tables(std::string_view text);

}  // namespace onceproof::reports
