#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/parameters.hpp"
#include "bench/servers.hpp"

namespace onceproof::bench {

/// A raw limit measured beside the same work of a server's own benchmark program.
struct Limit {
    std::string ours{};     ///< "raw-insert"
    std::string program{};  ///< "pgbench"
    std::size_t clients = 0;
    double ours_per_second = 0;     ///< medians of the rounds
    double program_per_second = 0;  ///< as well
    double ratio = 0;               ///< ours by the program's, median of the rounds' ratios
    std::string problem{};          ///< why there are no figures; empty: there are
};

/// Measures raw-insert and pgbench (the same statement, prepared, on a table of the same kind), and
/// raw-set-nx-px and redis-benchmark (SET NX PX, no pipelining), at 1 and at 16 clients, in turn,
/// `limit_rounds` times. On servers of our own only. Ends early when told to stop, without the
/// limits that are not complete.
std::vector<Limit> measure_limits(
    Servers& servers,
    const std::vector<Database>& databases,
    const Parameters& parameters,
    const std::function<bool()>& should_stop,
    const std::string& postgres_binaries
);

/// "tps = 4451.2 (without initial connection time)" in pgbench's output; 0: it is not there.
double pgbench_rate(std::string_view output);

/// The figure of the last line of redis-benchmark's CSV; 0: it is not there.
double redis_benchmark_rate(std::string_view csv);

}  // namespace onceproof::bench
