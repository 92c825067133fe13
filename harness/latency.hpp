#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/problems.hpp"
#include "harness/scenario.hpp"
#include "harness/tree.hpp"
#include "model/world/latency.hpp"

namespace onceproof::harness {

/// A duration such as "2ms", or a table such as `{ dist = "lognormal", p50 = "800us", p99 = "6ms"
/// }`; empty after a problem.
std::optional<Latency> read_latency(std::string_view name, const Node& node, Problems& problems);

/// The latency as TOML.
std::string text_of(const Latency& latency);

/// The percentiles of a latency that is given by them, from "p0" on, which is 0s if it is left out.
std::vector<world::Distribution::Point> points_of(const Latency& latency);

}  // namespace onceproof::harness
