#pragma once

#include "model/world/cast.hpp"
#include "model/world/fibers.hpp"

namespace onceproof::world {

/// The code of a role, as a fiber's body; its context is a `World::Start`.
Fiber::Body body_of(Role role);

}  // namespace onceproof::world
