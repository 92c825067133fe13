#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/limits.hpp"
#include "bench/parameters.hpp"
#include "bench/row.hpp"
#include "bench/servers.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// What is to be measured, and where.
struct Options {
    ServerOptions servers{};
    std::vector<std::string> strategies{};  ///< as `strategy_subjects` takes them
    std::vector<Database> databases{};      ///< at least one
    Effect effect = Effect::in_transaction;
    Parameters parameters{};
    std::function<bool()> should_stop{};  ///< the user's interrupt; asked by many threads
    /// Told before each run: its number from 1, how many there are, and its name.
    std::function<void(std::size_t, std::size_t, const std::string&)> progress{};
};

/// What came out.
struct Outcome {
    std::vector<ServerFacts> facts;
    std::string storage;        ///< what the data of our own servers lie on, in words; may be empty
    std::size_t planned = 0;    ///< runs
    std::size_t measured = 0;   ///< finished ones
    std::vector<Limit> limits;  ///< measured before the runs
    /// Finished runs and those that are not measured: by database and threads, raw limits first,
    /// catalog order.
    std::vector<Row> rows;
    std::string json;         ///< the same in Google Benchmark's schema
    std::string trouble;      ///< one line about a server that is missing or failed; empty: none
    std::string left_behind;  ///< one line about what could not be removed; empty: nothing
    bool interrupted = false;
};

/// Measures every wanted strategy and the raw limits on real servers. Ends what it started and
/// removes what it wrote, also after trouble or an interrupt. To be called once per process.
[[nodiscard]] Outcome run(const Options& options);

}  // namespace onceproof::bench
