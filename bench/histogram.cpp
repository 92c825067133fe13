#include "bench/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "model/base/ensure.hpp"

namespace onceproof::bench {

std::size_t Histogram::index_of(std::uint64_t value) {
    const std::uint64_t kept = std::min(value, value_max);
    const auto width = static_cast<unsigned>(std::bit_width(kept | (2 * half - 1)));
    const unsigned bucket = width - (half_bits + 1);
    // From bucket 1 on the lower half of the places would repeat the bucket before.
    return bucket * half + static_cast<std::size_t>(kept >> bucket);
}

Histogram::Place Histogram::place_at(std::size_t index) {
    const std::size_t bucket = index < 2 * half ? 0 : index / half - 1;
    const std::uint64_t first = static_cast<std::uint64_t>(index - bucket * half) << bucket;
    return {first, first + (std::uint64_t{1} << bucket) - 1};
}

Histogram::Place Histogram::place_of(std::uint64_t value) {
    return place_at(index_of(value));
}

void Histogram::record(std::uint64_t value) {
    ++counts_[index_of(value)];
    ++count_;
}

void Histogram::add(const Histogram& other) {
    for (std::size_t i = 0; i < places; ++i) {
        counts_[i] += other.counts_[i];
    }
    count_ += other.count_;
}

std::uint64_t Histogram::value_at(double percentile) const {
    ENSURE(percentile >= 0.0);
    ENSURE(percentile <= 100.0);
    if (count_ == 0) {
        return 0;
    }
    // The next smaller number: 99.9 % of 1,000 would else be a little more than 999.
    const double below = std::nextafter(percentile, 0.0);
    const double share = below * static_cast<double>(count_) / 100.0;
    const auto rank = std::max(std::uint64_t{1}, static_cast<std::uint64_t>(std::ceil(share)));
    std::uint64_t seen = 0;
    std::size_t index = 0;
    for (; index < places; ++index) {
        seen += counts_[index];
        if (seen >= rank) {
            break;
        }
    }
    return place_at(index).last;
}

}  // namespace onceproof::bench
