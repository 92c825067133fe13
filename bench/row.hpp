#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bench/subject.hpp"

namespace onceproof::bench {

/// What one run found out.
struct Row {
    std::string subject;
    Stream stream = Stream::first;
    std::size_t threads = 0;
    bool raw = false;
    bool must_break = false;  ///< a duplicate stream of the control

    std::string problem{};  ///< why there are no figures; empty: there are
    bool broke = false;     ///< the problem is a broken guarantee

    std::uint64_t requests = 0;
    double per_second = 0;
    double p50_ns = 0;
    double p99_ns = 0;
    double round_trips = 0;    ///< per request, to both servers
    double of_raw_insert = 0;  ///< `per_second` by the raw insert's at as many threads; 0: unknown
};

}  // namespace onceproof::bench
