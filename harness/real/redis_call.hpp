#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/real/real_store.hpp"
#include "model/port/kv.hpp"
#include "model/port/result.hpp"
#include "model/world/store_log.hpp"

namespace onceproof::harness {

using KvAnswer = Result<world::KvOperation::Answer>;

/// Sends the command of `call` through `kv`, with `ttl` for its time to live where it has one.
KvAnswer send(KeyValue& kv, const world::KvCall& call, Duration ttl);

/// The answer to the command of `call` in the bytes that a Redis sent (RESP 2). An error reply, or
/// what no such answer looks like, is `rejected`.
KvAnswer read_answer(std::string_view bytes, const world::KvCall& call);

/// True if both say the same. Of a time to live it counts whether there is one.
bool same(const KvAnswer& one, const KvAnswer& other);

/// For people: "set lock:pay-1 = w1 NX PX 30000".
std::string text_of(const world::KvCall& call);
/// For people: "yes", "(none)", "ERROR timeout (may have been applied)".
std::string text_of(const world::KvCall& call, const KvAnswer& answer);

/// Empty if both answers to `call` are the same.
std::optional<Obstacle> difference(
    const world::KvCall& call, const KvAnswer& simulated, const KvAnswer& real
);

/// The time to live that it gives a key; 0: none.
Duration ttl_of(const world::KvCall& call);

bool is_same_command(const world::KvCall& one, const world::KvCall& other);

/// True if the command has changed the store, by its answer in the log.
bool has_written(const world::KvCall& call);

}  // namespace onceproof::harness
