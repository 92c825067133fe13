#include "harness/real/chaos_scale.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>

namespace onceproof::harness {
namespace {

constexpr Duration patience_aim = std::chrono::milliseconds(250);
constexpr Duration option_aim = std::chrono::milliseconds(100);
constexpr Duration gap_aim = std::chrono::milliseconds(20);
constexpr Duration slack_least = std::chrono::milliseconds(10);
constexpr Duration driver_patience_least = std::chrono::milliseconds(250);
constexpr std::int64_t factor_max = 1000;

void divide(std::vector<Duration>& durations, std::int64_t factor) {
    for (Duration& duration : durations) {
        duration /= factor;
    }
}

std::set<Duration> times_of(const strategy::Options& options) {
    std::set<Duration> times;
    for (const auto& [name, value] : options) {
        if (const auto* const time = std::get_if<Duration>(&value)) {
            times.insert(*time);
        }
    }
    return times;
}

/// The least distance between two of the durations that may race each other; 0 is one of them.
Duration least_gap(const Scenario& scenario, std::set<Duration> times) {
    const Workload& workload = scenario.workload;
    times.insert({Duration{0}, workload.timeout, workload.work});
    times.insert(workload.backoff.begin(), workload.backoff.end());
    times.insert(workload.starts.begin(), workload.starts.end());
    for (const FaultRule& fault : scenario.faults) {
        times.insert(fault.duration);
    }
    Duration least = Duration::max();
    for (auto later = std::next(times.begin()); later != times.end(); ++later) {
        least = std::min(least, *later - *std::prev(later));
    }
    return least;
}

}  // namespace

ChaosScale chaos_scale(
    const Scenario& scenario, const strategy::Options& options, std::int64_t wanted
) {
    const std::set<Duration> times = times_of(options);
    const Duration gap = least_gap(scenario, times);
    std::int64_t factor = std::min(scenario.workload.timeout / patience_aim, gap / gap_aim);
    if (!times.empty()) {
        factor = std::min(factor, *times.begin() / option_aim);
    }
    factor = wanted > 0 ? wanted : std::clamp<std::int64_t>(factor, 1, factor_max);
    return {factor, std::max(gap / factor / 2, slack_least)};
}

Scenario shortened(const Scenario& scenario, std::int64_t factor) {
    Scenario short_one = scenario;
    Workload& workload = short_one.workload;
    workload.timeout /= factor;
    workload.work /= factor;
    divide(workload.backoff, factor);
    divide(workload.starts, factor);
    Service& service = short_one.service;
    service.restart /= factor;
    service.session /= factor;
    service.redeliver_after /= factor;
    for (Duration* patience :
         {&service.sql_timeout,
          &service.kv_timeout,
          &service.gateway_timeout,
          &service.broker_timeout}) {
        *patience = std::max(*patience / factor, driver_patience_least);
    }
    for (FaultRule& fault : short_one.faults) {
        fault.duration /= factor;
    }
    divide(short_one.settle, factor);
    return short_one;
}

strategy::Options shortened(
    const strategy::Info& info, strategy::Options options, std::int64_t factor
) {
    for (auto& [name, value] : options) {
        auto* const duration = std::get_if<Duration>(&value);
        if (duration == nullptr) {
            continue;
        }
        const auto known = std::ranges::find(info.options, name, &strategy::OptionInfo::name);
        const Duration least =
            known == info.options.end() ? std::chrono::milliseconds(1) : known->least;
        *duration = std::max(*duration / factor, std::min(least, *duration));
    }
    return options;
}

}  // namespace onceproof::harness
