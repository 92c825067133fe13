#pragma once

#include <stdexcept>

#include "model/explore/space.hpp"
#include "model/explore/transition_system.hpp"

namespace onceproof::explore {

/// The same options led elsewhere in another system: the two are not equal, or what they run is not
/// deterministic.
class NotRepeatable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// What a system throws ends the space and comes out of its `finish`.

/// Searches `space` depth first from the initial state of `system`, and with others if it has a
/// team. Returns when nothing is left for this thread.
void lead(Space& space, TransitionSystem& system);

/// Searches the parts of `space` that others give away, until there are none.
void help_with(Space& space, TransitionSystem& system);

}  // namespace onceproof::explore
