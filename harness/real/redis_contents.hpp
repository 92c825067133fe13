#pragma once

#include <optional>
#include <span>

#include "harness/real/real_store.hpp"
#include "impls/backend/redis_kv.hpp"

namespace onceproof::harness {

/// Compares the keys of a Redis with those of the fake (sorted by name): names, values, and which
/// of them have an end.
std::optional<Obstacle> compare_keys(
    backend::RedisKv& client, std::span<const fake::Redis::Line> simulated
);

}  // namespace onceproof::harness
