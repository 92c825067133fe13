#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/problems.hpp"
#include "harness/tree.hpp"
#include "harness/vocabulary.hpp"

namespace onceproof::harness {

/// More points than this are refused.
inline constexpr std::size_t sweep_points_max = 1000;

/// Where in the tree a swept path leads.
struct SweepTarget {
    std::optional<std::size_t> fault;  ///< which entry of `[[fault]]`, from 0
    std::vector<std::string> keys;     ///< from there, or from the root
};

/// One swept path with its values.
struct Axis {
    std::string path;
    Place place;
    SweepTarget target;
    List values;
};

/// The whole sweep. Without axes there is one point.
struct Sweep {
    std::vector<Axis> axes;
    std::vector<std::vector<std::size_t>>
        points;  ///< per point one value index per axis; first axis slowest
};

/// Reads `[sweep]`. Paths that nothing can be set by, empty or repeated values, lists that cannot
/// be zipped and too many points are problems; without points then.
Sweep read_sweep(const Table& root, const Vocabulary& vocabulary, Problems& problems);

/// The tree with the point's values in it; they keep their places in the sweep, so that messages
/// name those.
Node at_point(const Node& root, const Sweep& sweep, const std::vector<std::size_t>& point);

}  // namespace onceproof::harness
