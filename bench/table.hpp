#pragma once

#include <cstddef>
#include <string>

#include "bench/bench.hpp"
#include "reports/style.hpp"

namespace onceproof::bench {

/// What stands above the figures: servers, durability, cores, what a request does.
std::string heading(
    const Outcome& outcome,
    const Options& options,
    std::size_t cores,
    const reports::TextStyle& style
);

/// All finished runs, one line each, in groups of as many threads, and what the columns mean. A run
/// that broke a guarantee has words in place of figures.
std::string table(const Outcome& outcome, const reports::TextStyle& style);

}  // namespace onceproof::bench
