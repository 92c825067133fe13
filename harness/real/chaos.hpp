#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/cell.hpp"
#include "harness/real/chaos_judge.hpp"
#include "harness/real/chaos_log.hpp"
#include "model/base/time.hpp"

namespace onceproof::harness {

/// How far a run is.
struct ChaosProgress {
    std::string stage;  ///< "starting servers", "chaos", "quiet retries"
    std::uint64_t requests = 0;
    std::uint64_t faults = 0;  ///< at servers
};

/// How one cell runs on real servers.
struct ChaosSettings {
    Duration duration{0};     ///< callers call and faults strike for so long
    std::uint64_t seed = 0;   ///< of what strikes; when servers answer is nobody's to say
    std::size_t desks = 8;    ///< logical requests at once
    std::int64_t factor = 0;  ///< all durations are divided by it; 0: as `chaos_scale` says
    Duration settle_max = std::chrono::seconds(30);        ///< no quiet retry is waited for longer
    std::function<bool()> should_stop{};                   ///< the user's interrupt; empty: never
    std::function<void(const ChaosProgress&)> progress{};  ///< a few times a second; empty: nobody
};

/// What came out.
struct ChaosResult {
    std::string not_run;                ///< why the cell cannot run here; empty: it did
    std::string trouble;                ///< one line about a server that did not start or come back
    std::vector<std::string> servers;   ///< "PostgreSQL 15.14"
    std::vector<std::string> left_out;  ///< faults of the scenario with no way to come about
    std::int64_t factor = 1;
    std::size_t desks = 0;
    double seconds = 0;          ///< of calling
    std::uint64_t requests = 0;  ///< logical ones: fresh keys
    std::uint64_t attempts = 0;
    std::uint64_t retried = 0;  ///< requests that quiet retries were made of, at each horizon
    std::uint64_t effects = 0;  ///< added up request by request
    std::uint64_t ledger = 0;   ///< the same as the ledger counts them
    std::uint64_t beyond = 0;   ///< requests that met more than the scenario allows
    std::size_t budget = 0;     ///< what it allows
    std::map<std::string, std::size_t> faults;  ///< how often which kind struck
    std::vector<ServerEvent> events;            ///< at servers, in their order
    std::vector<Duration> horizons;             ///< of the quiet retries that were made
    std::vector<Duration> horizons_left_out;
    std::vector<GuaranteeCount> guarantees;
};

/// Runs the cell's workload with threads against throw-away servers of its own while its faults
/// strike at random, and judges the data. The strategy's code is the same as everywhere.
ChaosResult run_chaos(const Cell& cell, const ChaosSettings& settings);

/// Why such a cell cannot run on real servers with callers alone; empty: it can.
std::string why_no_chaos(const Cell& cell);

}  // namespace onceproof::harness
