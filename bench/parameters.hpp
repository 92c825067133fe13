#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace onceproof::bench {

/// What a benchmark can be made larger or smaller by.
enum class Parameter : std::uint8_t {
    threads,
    min_time,
    requests,
    done_keys,
    warm_up
};

/// One parameter with its two values. Only `threads` has several; they end at the first 0.
struct ParameterRow {
    Parameter parameter;
    std::string_view name;
    std::array<std::int64_t, 3> canonical;
    std::array<std::int64_t, 3> smoke;
    std::string_view meaning;
};

/// Every parameter: the value that figures are taken with, and the one that only shows that all of
/// it runs.
inline constexpr std::array<ParameterRow, 5> parameter_table{{
    {Parameter::threads, "threads", {1, 4, 16}, {1, 2, 0}, "callers at the same time"},
    {Parameter::min_time,
     "min_time",
     {1000},
     {0},
     "milliseconds that each run takes at least; 0: `requests` says when it ends"},
    {Parameter::requests, "requests", {0}, {40}, "requests of each run, all threads together"},
    {Parameter::done_keys,
     "done_keys",
     {16},
     {4},
     "finished keys per thread that the duplicate calls ask for"},
    {Parameter::warm_up,
     "warm_up",
     {6},
     {2},
     "first and duplicate calls per connection before anything is counted; a connection's sixth "
     "call of a statement is the first that PostgreSQL may run by a plan that it keeps"},
}};

/// The parameters of one benchmark. `requests` 0: as many as fill `min_time`.
struct Parameters {
    std::vector<std::size_t> threads;
    std::chrono::milliseconds min_time{0};
    std::uint64_t requests = 0;
    std::size_t done_keys = 0;
    std::size_t warm_up = 0;
};

/// A column of the table.
[[nodiscard]] Parameters parameters(bool smoke);

}  // namespace onceproof::bench
