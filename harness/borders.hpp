#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace onceproof::harness {

/// How a guarantee fares at one value of a parameter.
enum class Fate : std::uint8_t {
    safe,      ///< proved or held
    violated,  ///< a counterexample was found
    open,      ///< inconclusive: a limit was hit, or a fault never struck
    idle,      ///< there is nothing to check, or no fault can strike
    refused,   ///< the strategy's own rules forbid the value
};

/// Values from `first` to `last`, counted in steps, that fare alike as far as was tried.
struct Stretch {
    Fate fate = Fate::open;
    std::int64_t first = 0;
    std::int64_t last = 0;

    friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// The values that are tried first: both ends of 0 to `steps` and others between, as evenly as
/// whole steps allow, `count_max` (at least 2) at most.
std::vector<std::int64_t> first_values(std::int64_t steps, std::size_t count_max);

/// All values from 0 to `tried.back()` as stretches: between two neighbours of `tried` that fare
/// differently the border is found by halving. Exact if nothing changes twice between two
/// neighbours.
std::vector<Stretch> find_stretches(
    const std::vector<std::int64_t>& tried, const std::function<Fate(std::int64_t)>& fate_at
);

}  // namespace onceproof::harness
