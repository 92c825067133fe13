#pragma once

#include "model/port/reply.hpp"
#include "model/world/cast.hpp"
#include "model/world/config.hpp"
#include "model/world/fibers.hpp"

namespace onceproof::world {

/// True if a caller with that policy makes no further attempt after such a reply.
bool ends_call(Policy policy, ReplyKind kind);

/// The code of a role, as a fiber's body; its context is a `World::Start`.
Fiber::Body body_of(Role role);

}  // namespace onceproof::world
