#include "model/world/arena.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <sys/mman.h>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

constexpr std::size_t arena_bytes = std::size_t{16} << 30U;

struct Arena {
    std::byte* base = nullptr;
    std::atomic<std::size_t> used{0};
    std::atomic<bool> lock{false};
    std::size_t free_count = 0;
    std::array<std::uint32_t, arena_bytes / slot_bytes> free_slots{};
};
constinit Arena arena;

class ArenaLock {
public:
    ArenaLock() {
        while (arena.lock.exchange(true, std::memory_order_acquire)) {
        }
    }
    ~ArenaLock() { arena.lock.store(false, std::memory_order_release); }
    ArenaLock(const ArenaLock&) = delete;
    ArenaLock& operator=(const ArenaLock&) = delete;
};

}  // namespace

std::byte* take_slot(std::size_t guard_offset) {
    const ArenaLock lock;
    if (arena.base == nullptr) {
        void* reserved = mmap(
            nullptr,
            arena_bytes,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0
        );
        ENSURE(reserved != MAP_FAILED);
        arena.base = static_cast<std::byte*>(reserved);
    }
    if (arena.free_count > 0) {
        return arena.base + std::size_t{arena.free_slots[--arena.free_count]} * slot_bytes;
    }
    const std::size_t slot = arena.used++;
    ENSURE(slot < arena.free_slots.size());
    std::byte* base = arena.base + slot * slot_bytes;
    const int guarded = mprotect(base + guard_offset, 4096, PROT_NONE);
    ENSURE(guarded == 0);
    return base;
}

void give_back_slot(std::byte* base) {
    const ArenaLock lock;
    const auto slot = static_cast<std::size_t>(base - arena.base) / slot_bytes;
    arena.free_slots[arena.free_count++] = static_cast<std::uint32_t>(slot);
}

std::byte* slot_of(const void* address) {
    const auto offset =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(arena.base);
    return arena.base == nullptr || offset >= arena_bytes
               ? nullptr
               : arena.base + offset / slot_bytes * slot_bytes;
}

}  // namespace onceproof::world
