#include "harness/borders.hpp"

#include <algorithm>

namespace onceproof::harness {

std::vector<std::int64_t> first_values(std::int64_t steps, std::size_t count_max) {
    const std::int64_t gaps = std::min(static_cast<std::int64_t>(count_max) - 1, steps);
    std::vector<std::int64_t> values{0};
    for (std::int64_t gap = 1; gap <= gaps; ++gap) {
        // No product of large numbers: steps may be anything.
        values.push_back(steps / gaps * gap + steps % gaps * gap / gaps);
    }
    return values;
}

std::vector<Stretch> find_stretches(
    const std::vector<std::int64_t>& tried, const std::function<Fate(std::int64_t)>& fate_at
) {
    std::vector<Stretch> stretches{{fate_at(tried.front()), tried.front(), tried.front()}};
    for (std::size_t i = 1; i < tried.size(); ++i) {
        const Fate after = fate_at(tried[i]);
        Stretch& last = stretches.back();
        if (after == last.fate) {
            last.last = tried[i];
            continue;
        }
        std::int64_t low = tried[i - 1];
        std::int64_t high = tried[i];
        while (high - low > 1) {
            const std::int64_t middle = low + (high - low) / 2;
            (fate_at(middle) == after ? high : low) = middle;
        }
        last.last = low;
        stretches.push_back({after, high, tried[i]});
    }
    return stretches;
}

}  // namespace onceproof::harness
