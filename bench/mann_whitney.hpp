#pragma once

#include <cstddef>
#include <span>

namespace onceproof::bench {

/// Values of one sample that the test takes at most.
inline constexpr std::size_t mann_whitney_most = 100;

/// What the Mann-Whitney test says of two samples.
struct MannWhitney {
    double u = 0;  ///< pairs in which the first sample's value is the greater one; equal ones half
    double p = 1;  ///< two-sided, exact: how likely ranks at least as uneven are by chance
};

/// Compares two samples of at least one and at most `mann_whitney_most` values each.
///
/// The distribution is counted exactly, for equal values as well: all ways to deal the ranks that
/// occurred (equal values share their mean rank) to two samples of these sizes (Mann and Whitney,
/// "On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other",
/// 1947).
MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second);

/// The middle value; the mean of the two middle ones of an even number. There must be one.
double median(std::span<const double> values);

}  // namespace onceproof::bench
