#pragma once

#include <cstddef>

namespace onceproof::world {

class World;

// What those do that have to do with the broker, on their fibers.

/// A caller whose load is messages: publishes its request until the broker confirms it.
void produce(World& world, std::size_t actor);

/// Takes deliveries and hands them to the strategy's consumer, for ever.
void consume(World& world, std::size_t actor);

/// Rounds of the strategy's relay; while the world settles just one.
void relay(World& world, std::size_t actor);

}  // namespace onceproof::world
