#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "model/world/arena.hpp"
#include "model/world/region.hpp"

// The heap of a region in builds without the address sanitizer: its own, inside the region, so that
// its bytes can be kept and brought back.

namespace onceproof::world {

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
    return slot_of(address) != nullptr;
}

void Region::release(void* address) {
    auto* heap = reinterpret_cast<Heap*>(slot_of(address));
    auto* block = reinterpret_cast<Heap::Block*>(static_cast<std::byte*>(address) - 8);
    block->next = heap->free[block->size_class];
    heap->free[block->size_class] = block;
}

ImagePtr Region::copy_out() const {
    return Image::of({base_, heap_->top}, {frame_, static_cast<std::size_t>(stack_top() - frame_)});
}

void Region::copy_in(const Image& image) {
    std::byte* frame = stack_top() - image.stack().size();
    std::memcpy(base_, image.heap().data(), image.heap().size());
    std::memcpy(frame, image.stack().data(), image.stack().size());
    frame_ = frame;
}

void Region::make_heap() {
    heap_ = new (base_) Heap;
}

void Region::end_heap() {}

}  // namespace onceproof::world
