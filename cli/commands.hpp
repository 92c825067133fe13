#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/terminal.hpp"
#include "reports/lanes.hpp"

namespace onceproof::cli {

/// `onceproof run --on real`: the same suite with threads on real servers.
struct RealOptions {
    bool on = false;
    std::string duration = "30s";  ///< of the calls and faults of each cell
    std::size_t desks = 8;         ///< logical requests at once
    std::int64_t scale = 0;        ///< all durations are divided by it; 0: chosen per scenario
};

/// `onceproof run`: runs a suite in the simulator.
struct RunOptions {
    std::vector<std::string> scenarios;  ///< files, directories, patterns; empty: scenarios/
    std::string out;                     ///< run directory; empty: .onceproof/runs/…
    std::string filter;                  ///< which cells; empty: all
    std::string strategy;                ///< in place of those of the scenarios; empty: none
    std::string explore;                 ///< a mode's name; empty: as each scenario says
    std::size_t cases = 0;               ///< walks per cell; 0: as each scenario says
    std::string shard;                   ///< "3/16" or "auto"; empty: all of the plan
    std::string divide;                  ///< which exhaustive cells shards divide; empty: none
    std::uint64_t seed = 0;
    std::size_t jobs = 0;          ///< 0: one per core
    double check_determinism = 1;  ///< percent of the cases that are run twice; 0: none
    bool confirm = false;          ///< plays every counterexample on real servers
    bool no_progress = false;
    bool verbose = false;  ///< also what is as expected, one by one
    TextFlags text;
    RealOptions real;
    std::vector<std::string> arguments;  ///< the command line, for the record
};
ExitCode run(const RunOptions& options);
/// `run`, where its options ask for real servers.
ExitCode run_real(const RunOptions& options);

/// `onceproof doctor`: what of all that is needed is there.
struct DoctorOptions {
    TextFlags text;
};
ExitCode doctor(const DoctorOptions& options);

/// `onceproof witness`: runs again what a `run` tells it on standard input. Only `run` starts it.
struct WitnessOptions {
    std::vector<std::string> scenarios;  ///< those of the run
    std::string filter;                  ///< the run's
    std::string strategy;                ///< as well
    std::size_t jobs = 1;
};
ExitCode witness(const WitnessOptions& options);

/// `onceproof replay TOKEN`: runs one recorded case again and prints it.
struct ReplayOptions {
    std::string token;                   ///< or the case.json of a recorded failure
    std::vector<std::string> scenarios;  ///< where the token's scenario is looked for
    std::string strategy;  ///< another one of its scenario that the same faults are to strike
    std::size_t why = 0;   ///< random continuations behind each step, for P(bug); 0: none
    bool json = false;
    std::string on = "simulator";  ///< or "real": then also on real servers
    bool bisect = false;           ///< exit codes as `git bisect run` wants them
    reports::Layout layout = reports::Layout::gutter;
    TextFlags text;
};
ExitCode replay(const ReplayOptions& options);

/// `onceproof frontier SCENARIO --param PATH=LOW..HIGH`: where a strategy begins to be safe.
struct FrontierOptions {
    std::string scenario;                 ///< its file
    std::string strategy;                 ///< name or name/preset; empty: all of the scenario's
    std::vector<std::string> guarantees;  ///< empty: all that the scenario checks
    std::vector<std::string> parameters;  ///< one or two
    std::size_t jobs = 0;                 ///< 0: one per core
    std::uint64_t seed = 0;
    std::string json;                    ///< file for all of it; empty: none
    std::vector<std::string> arguments;  ///< the words of the command line
    TextFlags text;
};
ExitCode frontier(const FrontierOptions& options);

/// `onceproof list WHAT`: strategies, faults, points, guarantees, windows or scenarios.
struct ListOptions {
    std::string what;
    std::vector<std::string> scenarios;
    std::string filter;  ///< `list scenarios`: those with a cell that it selects
};
ExitCode list(const ListOptions& options);

/// `onceproof validate`: parses, resolves `extends` and sweeps, and tells the plan.
struct ValidateOptions {
    std::vector<std::string> scenarios;
    std::string filter;  ///< which cells; empty: all
    bool print = false;
};
ExitCode validate(const ValidateOptions& options);

/// `onceproof report`: writes files from a run's record, without running anything.
struct ReportOptions {
    std::vector<std::string> runs{".onceproof/latest"};  ///< their folders
    std::string out;                                     ///< folder for the files
    std::string bench;                                   ///< file of `bench --json`; empty: none
    std::vector<std::string> frontiers;                  ///< files of `frontier --json`
    std::string costs;                                   ///< costs.md of `bench -o`; empty: none
};
ExitCode report(const ReportOptions& options);

/// `onceproof merge RUN...`: makes one run of the runs of shards.
struct MergeOptions {
    std::vector<std::string> runs;  ///< their folders
    std::string out;                ///< run directory; empty: .onceproof/runs/…
    bool partial = false;           ///< also if some are missing
    bool verbose = false;
    TextFlags text;
};
ExitCode merge(const MergeOptions& options);

/// `onceproof compare BASE NEW`: what got worse and what got better from one run to another.
struct CompareOptions {
    std::string base;                     ///< a run's folder
    std::string now;                      ///< as well
    std::string out;                      ///< folder for compare.md and report.html; empty: none
    std::vector<std::string> fail_on;     ///< new-violation, regression; empty: both
    std::vector<std::string> thresholds;  ///< "p99<=+10%"
    TextFlags text;
};
ExitCode compare(const CompareOptions& options);

/// `onceproof init`: writes a commented start for something of one's own; overwrites nothing.
struct InitOptions {
    std::string what;                 ///< strategy | scenario | ci
    std::string name;                 ///< of the strategy or scenario
    std::string provider = "github";  ///< of the CI job: github | gitlab
};
ExitCode init(const InitOptions& options);

/// `onceproof bench`: measures strategies on real servers.
struct BenchOptions {
    std::vector<std::string> strategies;    ///< "name" or "name/preset"; empty: all
    std::vector<std::string> databases;     ///< names; empty: all
    std::string effect = "in-transaction";  ///< or external, external-idempotent
    std::vector<std::size_t> threads;       ///< empty: as the size says, like all below
    std::vector<unsigned> duplicates;       ///< percent of the calls
    bool hot = false;                       ///< also with one key for all duplicates
    std::vector<double> rates;              ///< offered requests per second, besides closed loops
    std::uint64_t requests = 0;             ///< of each run; 0: by `min_time`
    std::string min_time;                   ///< of each run; empty: the usual one
    bool smoke = false;                     ///< every parameter at its smallest
    bool full = false;                      ///< the whole matrix
    bool no_raw_limits = false;             ///< without the servers' own benchmark programs
    bool no_fsync = false;
    std::string postgres_url;    ///< empty: a server of our own
    std::string mariadb_url;     ///< as well
    std::string redis_url;       ///< as well
    std::string postgres_bin;    ///< folder with `postgres` and `initdb`; empty: found
    std::string mariadb_server;  ///< program; empty: found
    std::string redis_server;    ///< program; empty: found
    std::string json;            ///< file for the figures; empty: none
    std::string out;             ///< folder for costs.md; empty: none
    std::string compare;         ///< another build's program; empty: no comparison
    std::size_t repeat = 5;      ///< runs of each program in a comparison
    double threshold = 5;        ///< percent by which the other one may be better
    bool no_progress = false;
    TextFlags text;
    std::vector<std::string> arguments;  ///< the command line, for the document
};
ExitCode bench(const BenchOptions& options);

}  // namespace onceproof::cli
