#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace onceproof::bench {

/// Counts whole numbers (latencies in nanoseconds) with a relative error of at most 1/1024.
///
/// The buckets are HdrHistogram's for three significant digits: bucket 0 has 2,048 places of width
/// 1, each further one 1,024 places of twice the width of the one before (Tene, "HdrHistogram: A
/// High Dynamic Range Histogram"). Recording is one increment and allocates nothing.
class Histogram {
public:
    /// Values above are counted as this one: 2^42 - 1 ns are 73 minutes.
    static constexpr std::uint64_t value_max = (std::uint64_t{1} << 42) - 1;

    Histogram() : counts_(places) {}

    void record(std::uint64_t value);

    /// Adds all that `other` has counted.
    void add(const Histogram& other);

    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// The largest number that falls into the place of the `percentile`-th value (0 to 100): at
    /// least that share of all values is not above it. 0 if nothing was recorded.
    [[nodiscard]] std::uint64_t value_at(double percentile) const;

    /// The first and the last number of the place that `value` falls into.
    struct Place {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };
    [[nodiscard]] static Place place_of(std::uint64_t value);

private:
    static constexpr unsigned half_bits = 10;
    static constexpr std::size_t half = std::size_t{1} << half_bits;
    static constexpr std::size_t buckets = 42 - half_bits;
    static constexpr std::size_t places = (buckets + 1) * half;

    [[nodiscard]] static std::size_t index_of(std::uint64_t value);
    [[nodiscard]] static Place place_at(std::size_t index);

    std::vector<std::uint64_t> counts_;
    std::uint64_t count_ = 0;
};

}  // namespace onceproof::bench
