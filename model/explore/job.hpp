#pragma once

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
        std::uint16_t end = 0;    ///< … up to before this one are to be taken
    };

    std::vector<Taken> path;       ///< the run up to the deepest branch
    std::vector<Branch> branches;  ///< from the initial state on; none: nothing to do
};

}  // namespace onceproof::explore
