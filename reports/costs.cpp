#include "reports/costs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace onceproof::reports {
namespace {

struct Metric {
    std::string_view name;     // in thresholds and tables
    std::string_view counter;  // in files
    bool upwards = true;       // more is worse
    bool shown = false;        // without a threshold
};

constexpr std::array<Metric, 5> metrics{
    {{"p50", "p50_ns", true, true},
     {"p90", "p90_ns", true, false},
     {"p99", "p99_ns", true, true},
     {"p99.9", "p999_ns", true, false},
     {"requests", "requests_per_second", false, true}}};

const Metric* metric_of(std::string_view counter) {
    const auto* found = std::ranges::find(metrics, counter, &Metric::counter);
    return found == metrics.end() ? nullptr : found;
}

/// Student's t for 95 % on both sides together, for 1, 2, 3 … degrees of freedom.
double student_95(double degrees) {
    static constexpr std::array values{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                       2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
                                       2.131,  2.120, 2.110, 2.101, 2.093, 2.086};
    const auto whole = static_cast<std::size_t>(std::max(degrees, 1.0));
    // Fewer degrees give a wider interval: rounding down is on the safe side.
    return values.at(std::min(whole, values.size()) - 1);
}

/// Mean and variance of the mean of logarithms.
struct Log {
    double mean = 0;
    double variance = 0;
    double count = 0;
};

Log log_of(const std::vector<double>& samples) {
    Log log;
    log.count = static_cast<double>(samples.size());
    for (const double sample : samples)
        log.mean += std::log(sample) / log.count;
    if (samples.size() < 2) return log;
    for (const double sample : samples) {
        const double distance = std::log(sample) - log.mean;
        log.variance += distance * distance / (log.count - 1) / log.count;
    }
    return log;
}

std::optional<std::pair<double, double>> interval_of(const Log& base, const Log& now) {
    if (base.count < 2 || now.count < 2) return std::nullopt;
    const double variance = base.variance + now.variance;
    const double parts = base.variance * base.variance / (base.count - 1) +
                         now.variance * now.variance / (now.count - 1);
    const double degrees = parts > 0 ? variance * variance / parts : base.count + now.count - 2;
    const double reach = student_95(degrees) * std::sqrt(variance);
    const double middle = now.mean - base.mean;
    return std::pair(std::expm1(middle - reach), std::expm1(middle + reach));
}

bool usable(const std::vector<double>& samples) {
    return !samples.empty() && std::ranges::all_of(samples, [](double sample) {
        return std::isfinite(sample) && sample > 0;
    });
}

}  // namespace

std::optional<Threshold> parse_threshold(std::string_view text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos || sign < 2 || !text.ends_with('%')) return std::nullopt;
    const bool upwards = text[sign - 1] == '<';
    const auto* metric = std::ranges::find(metrics, text.substr(0, sign - 1), &Metric::name);
    const char wanted = upwards ? '+' : '-';
    const bool fits = metric != metrics.end() && metric->upwards == upwards &&
                      (upwards || text[sign - 1] == '>') && text.size() > sign + 1 &&
                      text[sign + 1] == wanted;
    if (!fits) return std::nullopt;
    const std::string_view digits = text.substr(sign + 2, text.size() - sign - 3);
    double percent = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, percent);
    if (digits.empty() || error != std::errc{} || stop != end || !(percent >= 0)) {
        return std::nullopt;
    }
    return Threshold{std::string(text), std::string(metric->counter), percent / 100};
}

bool CostDelta::is_over(const Threshold& threshold) const {
    const Metric* which = metric_of(metric);
    if (which == nullptr || metric != threshold.metric) return false;
    const auto [low, high] = interval.value_or(std::pair(change, change));
    return which->upwards ? low > threshold.share : high < -threshold.share;
}

std::vector<CostDelta> cost_deltas(
    const Costs& base, const Costs& now, const std::vector<Threshold>& thresholds
) {
    std::vector<CostDelta> deltas;
    for (const auto& [run, samples] : now) {
        const auto before = base.find(run);
        if (before == base.end()) continue;
        for (const Metric& metric : metrics) {
            const std::string counter(metric.counter);
            const bool wanted =
                metric.shown ||
                std::ranges::find(thresholds, counter, &Threshold::metric) != thresholds.end();
            const auto first = before->second.find(counter);
            const auto second = samples.find(counter);
            if (!wanted || first == before->second.end() || second == samples.end()) continue;
            if (!usable(first->second) || !usable(second->second)) continue;
            const Log old_log = log_of(first->second);
            const Log new_log = log_of(second->second);
            deltas.push_back(
                {run,
                 counter,
                 std::exp(old_log.mean),
                 std::exp(new_log.mean),
                 std::expm1(new_log.mean - old_log.mean),
                 interval_of(old_log, new_log)}
            );
        }
    }
    return deltas;
}

std::string metric_name(const std::string& metric) {
    const Metric* which = metric_of(metric);
    if (which == nullptr) return metric;
    return std::string(which->name) + (which->upwards ? "" : "/s");
}

}  // namespace onceproof::reports
