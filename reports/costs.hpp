#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::reports {

/// Figures of a measured run, one per repetition, by the names of their counters.
using Samples = std::map<std::string, std::vector<double>>;

/// Measured runs by name: "two-level/hardened/postgresql/1 thread" or as the file calls them.
using Costs = std::map<std::string, Samples>;

/// Adds what a file in Google Benchmark's JSON schema measured; aggregates are left out. False: it
/// is no such file.
bool read_costs(std::string_view json, Costs& costs);

/// "p99<=+10%": by how much a figure may get worse. Latencies get worse upwards, requests
/// downwards ("requests>=-5%").
struct Threshold {
    std::string text;
    std::string metric;  ///< the counter: "p99_ns", "requests_per_second"
    double share = 0;    ///< 0.1
};

/// Reads one; empty if it is none.
std::optional<Threshold> parse_threshold(std::string_view text);

/// The figures of one run in two measurements.
struct CostDelta {
    std::string run;
    std::string metric;
    double base = 0;  ///< geometric means of the repetitions
    double now = 0;
    double change = 0;  ///< now by base, less 1
    /// The change is from here to there with a confidence of 95 %; empty with fewer than two
    /// repetitions on either side.
    std::optional<std::pair<double, double>> interval{};

    /// Worse than the threshold allows, whatever of the interval is true.
    [[nodiscard]] bool is_over(const Threshold& threshold) const;
};

/// Every counter that both measured and that has a threshold's name, or is shown anyway (p50, p99,
/// requests), run by run. The interval is Welch's, of the logarithms (B. L. Welch, "The
/// generalization of Student's problem when several different population variances are involved",
/// 1947).
std::vector<CostDelta> cost_deltas(
    const Costs& base, const Costs& now, const std::vector<Threshold>& thresholds
);

/// "p99", "requests/s" for a counter; another counter's own name.
std::string metric_name(const std::string& metric);

}  // namespace onceproof::reports
