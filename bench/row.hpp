#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bench/database.hpp"
#include "bench/load.hpp"

namespace onceproof::bench {

/// What one run found out.
struct Row {
    std::string subject;
    Database database = Database::postgresql;
    Load load{};
    std::size_t threads = 0;
    bool raw = false;
    bool must_break = false;  ///< repeated calls of the control

    std::string not_measured{};   ///< why there was no run, in words; empty: there was
    std::string problem{};        ///< why there are no figures; empty: there are
    bool broke = false;           ///< the problem is a broken guarantee
    bool above_capacity = false;  ///< more was offered than could be done: no latencies

    std::uint64_t requests = 0;
    double put_off = 0;  ///< share of the calls that were told to come again
    double per_second = 0;
    double p50_ns = 0;  ///< latencies; at a given rate from the moment a request was due
    double p90_ns = 0;
    double p99_ns = 0;
    double p999_ns = 0;
    double round_trips = 0;     ///< per request, to all servers
    double cpu_seconds = -1;    ///< of all servers, per 1,000 requests; below 0: unknown
    double bytes_per_key = -1;  ///< what the guarding stores; below 0: unknown
    double of_raw_insert = 0;   ///< `per_second` by the raw insert's at as many threads; 0: unknown
};

}  // namespace onceproof::bench
