#include "model/base/proportion.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/ensure.hpp"

namespace onceproof {

Interval confidence_95(std::uint64_t hits, std::uint64_t cases) {
    ENSURE(hits <= cases);
    if (cases == 0) {
        return {};
    }
    const auto count = static_cast<double>(cases);
    if (hits == 0) {
        return {0, std::min(1.0, 3 / count)};
    }
    constexpr double z = 1.959963984540054;  // of the normal distribution, 2.5 % lie above it
    const double rate = static_cast<double>(hits) / count;
    const double shrink = 1 + z * z / count;
    const double centre = (rate + z * z / (2 * count)) / shrink;
    const double half =
        z / shrink * std::sqrt(rate * (1 - rate) / count + z * z / (4 * count * count));
    return {std::max(0.0, centre - half), hits == cases ? 1 : std::min(1.0, centre + half)};
}

}  // namespace onceproof
