#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/load.hpp"

namespace onceproof::bench {

/// What a benchmark can be made larger or smaller by.
enum class Parameter : std::uint8_t {
    threads,
    repeats,
    hot,
    min_time,
    requests,
    offered_time,
    done_keys,
    warm_up,
    limit_rounds,
    limit_time
};

/// How large a benchmark is.
enum class Size : std::uint8_t {
    usual,  ///< what figures are taken with, in minutes
    full,   ///< the whole matrix
    smoke,  ///< only shows that all of it runs
};

/// The values of a parameter that may have several; -1 fills up.
using Values = std::array<std::int64_t, 4>;
inline constexpr std::int64_t no_value = -1;

constexpr Values one(std::int64_t value) {
    return {value, no_value, no_value, no_value};
}

/// One parameter with its values at each size.
struct ParameterRow {
    Parameter parameter;
    std::string_view name;
    Values usual;
    Values full;
    Values smoke;
    std::string_view meaning;
};

/// Every parameter.
inline constexpr std::array<ParameterRow, 10> parameter_table{{
    {Parameter::threads,
     "threads",
     {1, 16, no_value, no_value},
     {1, 4, 16, 64},
     one(2),
     "callers at the same time"},
    {Parameter::repeats,
     "repeats",
     {0, 50, no_value, no_value},
     {0, 5, 50, no_value},
     {0, 50, no_value, no_value},
     "percent of the calls whose key is done"},
    {Parameter::hot, "hot", one(0), one(1), one(0), "1: repeated calls also all with one key"},
    {Parameter::min_time,
     "min_time",
     one(500),
     one(500),
     one(0),
     "milliseconds that each run takes at least; 0: `requests` says when it ends"},
    {Parameter::requests,
     "requests",
     one(0),
     one(0),
     one(40),
     "requests of each run, all threads together"},
    {Parameter::offered_time,
     "offered_time",
     one(2000),
     one(2000),
     one(200),
     "milliseconds for which requests are offered at a given rate"},
    {Parameter::done_keys,
     "done_keys",
     one(16),
     one(16),
     one(4),
     "finished keys per thread that the repeated calls ask for"},
    {Parameter::warm_up,
     "warm_up",
     one(6),
     one(6),
     one(2),
     "first and repeated calls per connection before anything is counted; a connection's sixth "
     "call of a statement is the first that PostgreSQL may run by a plan that it keeps"},
    {Parameter::limit_rounds,
     "limit_rounds",
     one(5),
     one(5),
     one(1),
     "times that a raw limit and the servers' own benchmark programs are measured in turn"},
    {Parameter::limit_time,
     "limit_time",
     one(1000),
     one(1000),
     one(1000),
     "milliseconds of each of them; pgbench counts in seconds"},
}};

/// The parameters of one benchmark. `requests` 0: as many as fill `min_time`.
struct Parameters {
    std::vector<std::size_t> threads;
    std::vector<unsigned> repeats;  ///< percent
    bool hot = false;
    std::vector<double> rates;  ///< requests per second to be offered, with the most threads
    std::chrono::milliseconds min_time{0};
    std::uint64_t requests = 0;
    std::chrono::milliseconds offered_time{0};
    std::size_t done_keys = 0;
    std::size_t warm_up = 0;
    std::size_t limit_rounds = 0;  ///< 0: no limits of programs
    std::chrono::milliseconds limit_time{0};
};

/// A column of the table.
[[nodiscard]] Parameters parameters(Size size);

/// The loads of one subject at so many threads, in the order of their runs.
[[nodiscard]] std::vector<Load> loads_of(const Parameters& parameters, std::size_t threads);

}  // namespace onceproof::bench
