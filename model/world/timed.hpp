#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/world/fault.hpp"
#include "model/world/state.hpp"

namespace onceproof::world {

/// True if, in timed order, a fault of that kind comes at a moment of its own: it strikes no call
/// that has just reached its target.
[[nodiscard]] bool comes_by_itself(FaultKind kind);

/// What the seed of a case settles: latencies, by the number of each actor's calls before, and the
/// moments at which faults that come by themselves may strike. Those are spread evenly over the
/// time that the case takes without any fault.
struct TimedCase {
    /// A fault that comes by itself may strike.
    struct Moment {
        Instant at{};
        std::size_t rule = 0;
    };

    std::uint64_t seed = 0;
    std::vector<Moment> moments = {};  ///< the first one first

    /// The next one in a run that has come to `state`; null: there is none.
    [[nodiscard]] const Moment* next(const State& state) const;
    /// True if that one has come.
    [[nodiscard]] bool has_come(const State& state) const;
    /// Folds in what is still to come of a run in `state`.
    void hash(Hasher& hasher, const State& state) const;
};

}  // namespace onceproof::world
