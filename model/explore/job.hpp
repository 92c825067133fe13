#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/explore/schedule.hpp"

namespace onceproof::explore {

/// A part of a depth-first search that another thread can take over: some of the states on one run
/// from the initial state, and which of their options are still to be taken. It holds no snapshot:
/// whoever takes it walks the run again in a system of its own.
struct Job {
    /// A state of the run.
    struct Branch {
        double weight = 0;        ///< of one of its options, by estimate; the whole space has 1
        std::uint32_t depth = 0;  ///< steps from the initial state
        std::uint16_t next = 0;   ///< the options from this one …
        std::uint16_t end = 0;  ///< … up to before this one are to be taken, but for those known
        std::uint64_t known = 0;  ///< a bit each: options that are done with; see `known_max`

        static constexpr std::size_t known_max = 64;  ///< options from this one on are never known

        /// Moves `next` on over options that are known; false: none is left.
        bool skip_known() {
            while (next < end && next < known_max && (known >> next & 1U) != 0) {
                ++next;
            }
            return next < end;
        }
    };

    std::vector<Taken> path;       ///< the run up to the deepest branch
    std::vector<Branch> branches;  ///< from the initial state on; none: nothing to do
};

}  // namespace onceproof::explore
