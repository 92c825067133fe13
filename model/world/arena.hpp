#pragma once

#include <cstddef>

namespace onceproof::world {

/// Bytes of a slot: a region's heap, its guard page and its stack.
inline constexpr std::size_t slot_bytes = std::size_t{256} * 1024;

/// One reservation of address space for the whole process, in slots. Pages come when they are
/// touched; by an address alone it can be told whether it is in a slot, and in which.
///
/// Takes a slot whose page at `guard_offset` cannot be touched. Safe from any thread.
std::byte* take_slot(std::size_t guard_offset);
/// The slot may be handed out again.
void give_back_slot(std::byte* slot);
/// The slot that `address` is in; null if it is in none.
std::byte* slot_of(const void* address);

}  // namespace onceproof::world
