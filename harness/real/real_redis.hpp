#pragma once

#include <memory>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// Redis: commands through RedisKv, keys that end by their real times to live (time_plan.hpp), and
///
/// - a lost request or reply, a late request: a network that keeps the request (request_trap.hpp)
///   until its sender has given up; the server then gets it never, at once, or later;
/// - redis-restart: SIGKILL, the append-only file cut back to what was synced a second ago as a
///   power failure leaves it (`everysec`), removed (`none`) or as it is (`always`), and a start;
/// - redis-failover: a replica that is cut off before the writes that it is to lack, SIGKILL to the
///   primary, REPLICAOF NO ONE;
/// - redis-down: SIGKILL, and a start on the whole file; redis-read-only: min-replicas-to-write;
/// - redis-eviction: DEL of the key; a full store: maxmemory;
/// - refused: a socket on which nobody listens.
///
/// Ephemeral keys have no counterpart: a Redis has no sessions.
std::unique_ptr<RealStore> real_redis();

}  // namespace onceproof::harness
