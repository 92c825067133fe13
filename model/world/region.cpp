#include "model/world/region.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "model/base/ensure.hpp"

#ifdef ONCEPROOF_SANITIZE
#    include <sanitizer/asan_interface.h>
#endif

namespace onceproof::world {
namespace {

constexpr std::size_t region_bytes = 256 * 1024;
constexpr std::size_t arena_bytes = std::size_t{1}
                                    << 34;  // address space only; pages come when touched

// Regions are slots of one reservation, so that `delete` can tell by address whose memory it gets.
struct Arena {
    std::byte* base = nullptr;
    std::atomic<std::size_t> used{0};
    std::atomic<bool> lock{false};
    std::size_t free_count = 0;
    std::array<std::uint32_t, arena_bytes / region_bytes> free_slots{};
};
constinit Arena arena;

thread_local constinit Region* current = nullptr;

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

std::byte* take_slot() {
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
        return arena.base + std::size_t{arena.free_slots[--arena.free_count]} * region_bytes;
    }
    const std::size_t slot = arena.used++;
    ENSURE(slot < arena.free_slots.size());
    std::byte* base = arena.base + slot * region_bytes;
    const int guarded = mprotect(base + Region::heap_bytes, 4096, PROT_NONE);
    ENSURE(guarded == 0);
    return base;
}

void give_back_slot(std::byte* base) {
    const ArenaLock lock;
    const auto slot = static_cast<std::size_t>(base - arena.base) / region_bytes;
    arena.free_slots[arena.free_count++] = static_cast<std::uint32_t>(slot);
}

}  // namespace

#ifndef ONCEPROOF_SANITIZE

namespace {

[[noreturn]] void region_is_full(std::size_t bytes) {
    std::fprintf(
        stderr, "a region of %zu bytes has no room for %zu more\n", Region::heap_bytes, bytes
    );
    std::abort();
}

// Size classes: 16, 32, 48 … 256 bytes, then powers of two.
constexpr std::size_t small_classes = 16;
constexpr std::size_t class_count = small_classes + 9;

constexpr std::size_t class_of(std::size_t bytes) {
    if (bytes <= 256) {
        return bytes == 0 ? 0 : (bytes - 1) / 16;
    }
    return small_classes + static_cast<std::size_t>(std::bit_width(bytes - 1)) - 9;
}

constexpr std::size_t bytes_of(std::size_t size_class) {
    return size_class < small_classes ? (size_class + 1) * 16
                                      : std::size_t{512} << (size_class - small_classes);
}

}  // namespace

// Stands at the region's start, so that it is kept and brought back with the rest.
struct Region::Heap {
    struct Block {
        std::uint64_t size_class;
        Block* next;  // only while free; a block in use begins here
    };

    std::size_t top = sizeof(Heap);
    std::array<Block*, class_count> free{};
};

void* Region::allocate(std::size_t bytes) {
    const std::size_t size_class = class_of(bytes);
    if (size_class >= class_count) {
        region_is_full(bytes);
    }
    Heap::Block* block = heap_->free[size_class];
    if (block != nullptr) {
        heap_->free[size_class] = block->next;
    } else {
        // The payload is 16-byte aligned: the word before it holds the class.
        const std::size_t whole = bytes_of(size_class) + 16;
        if (heap_->top + whole > heap_bytes) {
            region_is_full(bytes);
        }
        block = reinterpret_cast<Heap::Block*>(base_ + heap_->top + 8);
        heap_->top += whole;
        block->size_class = size_class;
    }
    return reinterpret_cast<std::byte*>(block) + 8;
}

bool Region::owns(const void* address) {
    const auto offset =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(arena.base);
    return arena.base != nullptr && offset < arena_bytes;
}

void Region::release(void* address) {
    const auto offset = static_cast<std::size_t>(static_cast<std::byte*>(address) - arena.base);
    auto* heap = reinterpret_cast<Heap*>(arena.base + offset / region_bytes * region_bytes);
    auto* block = reinterpret_cast<Heap::Block*>(static_cast<std::byte*>(address) - 8);
    block->next = heap->free[block->size_class];
    heap->free[block->size_class] = block;
}

Image Region::copy_out() const {
    const std::byte* top = stack_top();
    Image image;
    image.heap_size_ = heap_->top;
    image.bytes_.reserve(heap_->top + static_cast<std::size_t>(top - frame_));
    image.bytes_.assign(base_, base_ + heap_->top);
    image.bytes_.insert(image.bytes_.end(), frame_, top);
    return image;
}

void Region::copy_in(const Image& image) {
    const std::size_t stack_size = image.bytes_.size() - image.heap_size_;
    frame_ = stack_top() - stack_size;
    std::memcpy(base_, image.bytes_.data(), image.heap_size_);
    std::memcpy(stack_top() - stack_size, image.bytes_.data() + image.heap_size_, stack_size);
}

#else

// Objects are malloc's; this is only the list of them. First objects are those of before
// `set_first`.
struct Region::Heap {
    struct Block {
        Block* previous;
        Block* next;
        Region* region;
        bool first;
    };

    Block blocks{&blocks, &blocks, nullptr, true};
    bool first_is_set = false;
};

namespace {
constexpr std::size_t header_bytes = 32;
}

void* Region::allocate(std::size_t bytes) {
    static_assert(sizeof(Heap::Block) <= header_bytes);
    auto* block = static_cast<Heap::Block*>(std::malloc(bytes + header_bytes));
    ENSURE(block != nullptr);
    *block = {&heap_->blocks, heap_->blocks.next, this, !heap_->first_is_set};
    block->next->previous = block;
    block->previous->next = block;
    return reinterpret_cast<std::byte*>(block) + header_bytes;
}

bool Region::owns(const void* address) {
    Heap::Block block{};
    std::memcpy(&block, static_cast<const std::byte*>(address) - header_bytes, sizeof block);
    return block.region != nullptr;
}

void Region::release(void* address) {
    auto* block = reinterpret_cast<Heap::Block*>(static_cast<std::byte*>(address) - header_bytes);
    block->next->previous = block->previous;
    block->previous->next = block->next;
    std::free(block);
}

Image Region::copy_out() const {
    // Only the first image is ever taken: the waiting fiber's frames need no red zones.
    __asan_unpoison_memory_region(frame_, static_cast<std::size_t>(stack_top() - frame_));
    Image image;
    image.bytes_.assign(frame_, static_cast<const std::byte*>(stack_top()));
    return image;
}

void Region::copy_in(const Image& image) {
    heap_->first_is_set = true;
    for (Heap::Block* block = heap_->blocks.next; block != &heap_->blocks;) {
        Heap::Block* next = block->next;
        if (!block->first) {
            release(reinterpret_cast<std::byte*>(block) + header_bytes);
        }
        block = next;
    }
    // Abandoned frames left their red zones behind.
    __asan_unpoison_memory_region(base_ + heap_bytes + 4096, stack_bytes);
    frame_ = stack_top() - image.bytes_.size();
    std::memcpy(stack_top() - image.bytes_.size(), image.bytes_.data(), image.bytes_.size());
}

#endif

Region::Region() : base_(take_slot()), heap_(new (base_) Heap), frame_(stack_top()) {}

Region::~Region() {
#ifdef ONCEPROOF_SANITIZE
    for (Heap::Block* block = heap_->blocks.next; block != &heap_->blocks;) {
        std::free(std::exchange(block, block->next));
    }
    __asan_unpoison_memory_region(base_ + heap_bytes + 4096, stack_bytes);
#endif
    give_back_slot(base_);
}

std::byte* Region::stack_top() const {
    return base_ + heap_bytes + 4096 + stack_bytes;
}

const ImagePtr& Region::keep() {
    ENSURE(regions_can_be_kept);
    if (kept_ == nullptr) {
        kept_ = std::make_shared<const Image>(copy_out());
    }
    return kept_;
}

void Region::bring_back(const ImagePtr& image) {
    ENSURE(regions_can_be_kept);
    if (kept_ != image) {
        copy_in(*image);
        kept_ = image;
    }
}

void Region::set_first() {
    first_ = std::make_shared<const Image>(copy_out());
    kept_ = first_;
}

void Region::clear() {
    if (kept_ != first_) {
        copy_in(*first_);
        kept_ = first_;
    }
}

Region::Use::Use(Region& region) : before_(std::exchange(current, &region)) {
    region.touch();
}

Region::Use::~Use() {
    current = before_;
}

Region::Outside::Outside() : before_(std::exchange(current, nullptr)) {}

Region::Outside::~Outside() {
    current = before_;
}

namespace {

void* take(std::size_t bytes) {
    if (current != nullptr) {
        return current->allocate(bytes);
    }
#ifdef ONCEPROOF_SANITIZE
    auto* raw = static_cast<std::byte*>(std::malloc(bytes + header_bytes));
    if (raw == nullptr) {
        throw std::bad_alloc();
    }
    std::memset(raw, 0, header_bytes);
    return raw + header_bytes;
#else
    void* address = std::malloc(bytes == 0 ? 1 : bytes);
    if (address == nullptr) {
        throw std::bad_alloc();
    }
    return address;
#endif
}

void release_any(void* address) {
    if (address == nullptr) {
        return;
    }
    if (Region::owns(address)) {
        Region::release(address);
        return;
    }
#ifdef ONCEPROOF_SANITIZE
    address = static_cast<std::byte*>(address) - header_bytes;
#endif
    std::free(address);
}

}  // namespace
}  // namespace onceproof::world

void* operator new(std::size_t bytes) {
    return onceproof::world::take(bytes);
}
void* operator new[](std::size_t bytes) {
    return onceproof::world::take(bytes);
}
void operator delete(void* address) noexcept {
    onceproof::world::release_any(address);
}
void operator delete[](void* address) noexcept {
    onceproof::world::release_any(address);
}
void operator delete(void* address, std::size_t) noexcept {
    onceproof::world::release_any(address);
}
void operator delete[](void* address, std::size_t) noexcept {
    onceproof::world::release_any(address);
}
