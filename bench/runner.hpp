#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/histogram.hpp"
#include "bench/parameters.hpp"
#include "bench/rig.hpp"
#include "bench/row.hpp"
#include "bench/servers.hpp"
#include "bench/subject.hpp"

namespace onceproof::bench {

/// One run: a subject, where, its calls, and how many threads make them.
struct RunSpec {
    const Subject* subject = nullptr;
    Database database = Database::postgresql;
    Load load{};
    std::size_t threads = 1;
};

/// What a run of it would be called in records.
std::string name_of(const RunSpec& spec);

/// A row with all that is known before the run.
Row row_of(const RunSpec& spec);

/// The code that Google Benchmark times. One request is one iteration.
class Runner {
public:
    Runner(Servers& servers, Parameters parameters, std::function<bool()> should_stop);

    /// The body of a benchmark; called by all of its threads, and once more with more iterations if
    /// the run was too short. Afterwards, the data are checked, and `take_row` gives what came out.
    void run(benchmark::State& state, const RunSpec& spec);

    /// What the last run found out; empty if it was stopped or a server failed.
    [[nodiscard]] std::optional<Row> take_row();

    /// One line about the server that failed; empty: none did. No run does anything afterwards.
    [[nodiscard]] const std::string& trouble() const { return trouble_; }

private:
    using Moment = std::chrono::steady_clock::time_point;

    /// What one thread writes down.
    struct Lane {
        Histogram latencies;
        std::uint64_t calls = 0;
        std::uint64_t put_off = 0;
        Moment start{};
        Moment end{};
    };

    void prepare(const RunSpec& spec);
    void make_ready(const RunSpec& spec);
    void call(const RunSpec& spec, std::size_t thread);
    Moment wait_until_due(double rate);
    bool is_hopeless(const Load& load);
    void conclude(benchmark::State& state, const RunSpec& spec);
    void measure(const RunSpec& spec, Row& row);
    static void tell(benchmark::State& state, const Row& row);
    void halt(const std::string& why);
    [[nodiscard]] bool halted() const;
    [[nodiscard]] std::string problem() const;

    Servers& servers_;
    Parameters parameters_;
    std::function<bool()> should_stop_;
    std::string trouble_;
    /// Per second, by database and threads.
    std::map<std::pair<Database, std::size_t>, double> raw_inserts_;

    std::unique_ptr<Rig> rig_;
    std::size_t rigs_built_ = 0;
    std::vector<Lane> lanes_;
    std::uint64_t round_trips_before_ = 0;
    double cpu_before_ = 0;
    std::atomic<std::uint64_t> offered_{0};  ///< requests of a given rate that a thread has taken
    std::atomic<Moment::rep> offered_since_{0};  ///< when the first was due; 0: not yet known
    std::atomic<bool> gave_up_{false};           ///< more was offered than could be done
    std::optional<Row> row_;

    std::atomic<bool> halted_{false};
    mutable std::mutex problem_mutex_;
    std::string problem_;
};

}  // namespace onceproof::bench
