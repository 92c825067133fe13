#include "bench/mann_whitney.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/base/ensure.hpp"

namespace onceproof::bench {
namespace {

/// Ranks from 1, times two: equal values share a mean rank, which may be a half.
struct Ranks {
    std::vector<std::size_t> all;
    std::size_t first_sum = 0;  ///< of the first sample
};

Ranks ranks_of(std::span<const double> first, std::span<const double> second) {
    std::vector<std::pair<double, bool>> values;  // whether it is of the first sample
    values.reserve(first.size() + second.size());
    for (const double value : first) {
        values.emplace_back(value, true);
    }
    for (const double value : second) {
        values.emplace_back(value, false);
    }
    std::ranges::sort(values);
    Ranks ranks;
    for (std::size_t start = 0; start < values.size();) {
        std::size_t end = start;
        while (end < values.size() && values[end].first == values[start].first) {
            ++end;
        }
        const std::size_t twice_mean = start + 1 + end;
        for (; start < end; ++start) {
            ranks.all.push_back(twice_mean);
            ranks.first_sum += values[start].second ? twice_mean : 0;
        }
    }
    return ranks;
}

/// For each sum: how many ways there are to choose `count` of the ranks with that sum.
std::vector<double> ways_of(const std::vector<std::size_t>& ranks, std::size_t count) {
    std::size_t total = 0;
    for (const std::size_t rank : ranks) {
        total += rank;
    }
    std::vector<std::vector<double>> ways(count + 1, std::vector<double>(total + 1, 0.0));
    ways[0][0] = 1;
    for (const std::size_t rank : ranks) {
        for (std::size_t chosen = count; chosen > 0; --chosen) {
            for (std::size_t sum = total; sum >= rank; --sum) {
                ways[chosen][sum] += ways[chosen - 1][sum - rank];
            }
        }
    }
    return ways[count];
}

}  // namespace

MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second) {
    ENSURE(!first.empty());
    ENSURE(!second.empty());
    ENSURE(first.size() <= mann_whitney_most);
    ENSURE(second.size() <= mann_whitney_most);
    const Ranks ranks = ranks_of(first, second);
    const std::vector<double> ways = ways_of(ranks.all, first.size());
    double all = 0;
    double not_above = 0;
    double not_below = 0;
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
        all += ways[sum];
        not_above += sum <= ranks.first_sum ? ways[sum] : 0;
        not_below += sum >= ranks.first_sum ? ways[sum] : 0;
    }
    const auto least = static_cast<double>(first.size() * (first.size() + 1));
    return {
        .u = (static_cast<double>(ranks.first_sum) - least) / 2,
        .p = std::min(1.0, 2 * std::min(not_above, not_below) / all)};
}

double median(std::span<const double> values) {
    ENSURE(!values.empty());
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace onceproof::bench
