#include <algorithm>
#include <cstdlib>
#include <new>
#include <sanitizer/asan_interface.h>
#include <utility>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/world/region.hpp"

// The heap of a region under the address sanitizer: malloc's, so that its checks see every object.
// Only the first image can be brought back.

namespace onceproof::world {

// Objects are malloc's; this is only the list of them. Those of the first image stay until the
// region's end, so that their content can be brought back even after they were deleted.
struct Region::Heap {
    struct Block {
        Block* previous;
        Block* next;
        std::uint32_t bytes;
        bool first;    // in the first image
        bool deleted;  // its owner has let it go, but the first image may bring it back
    };

    Block blocks{&blocks, &blocks, 0, false, false};

    static void unlink(Block* block) {
        block->next->previous = block->previous;
        block->previous->next = block->next;
        std::free(block);
    }
};

namespace {
constexpr std::size_t header_bytes = 32;
}

void* Region::allocate(std::size_t bytes) {
    static_assert(sizeof(Heap::Block) <= header_bytes);
    auto* block = static_cast<Heap::Block*>(std::malloc(bytes + header_bytes));
    ENSURE(block != nullptr);
    *block = {&heap_->blocks, heap_->blocks.next, static_cast<std::uint32_t>(bytes), false, false};
    block->next->previous = block;
    block->previous->next = block;
    return reinterpret_cast<std::byte*>(block) + header_bytes;
}

bool Region::owns(const void* address) {
    // What stands before malloc's own objects is a red zone; before a region's, it is the header.
    constexpr std::size_t least_red_zone = 16;
    auto* before = static_cast<std::byte*>(const_cast<void*>(address)) - least_red_zone;
    return __asan_region_is_poisoned(before, least_red_zone) == nullptr;
}

void Region::release(void* address) {
    auto* block = reinterpret_cast<Heap::Block*>(static_cast<std::byte*>(address) - header_bytes);
    if (!block->first) {
        Heap::unlink(block);
        return;
    }
    block->deleted = true;
    __asan_poison_memory_region(address, block->bytes);
}

ImagePtr Region::copy_out() const {
    // Only the first image is ever taken: the waiting fiber's frames need no red zones.
    __asan_unpoison_memory_region(frame_, static_cast<std::size_t>(stack_top() - frame_));
    std::vector<std::byte> heap;
    for (Heap::Block* block = heap_->blocks.next; block != &heap_->blocks;) {
        Heap::Block* next = block->next;
        if (block->deleted) {
            Heap::unlink(block);
        } else {
            block->first = true;
            const auto* payload = reinterpret_cast<const std::byte*>(block) + header_bytes;
            heap.insert(heap.end(), payload, payload + block->bytes);
        }
        block = next;
    }
    return Image::of(heap, {frame_, static_cast<std::size_t>(stack_top() - frame_)});
}

void Region::copy_in(const Image& image) {
    const std::byte* saved = image.heap().data();
    for (Heap::Block* block = heap_->blocks.next; block != &heap_->blocks;) {
        Heap::Block* next = block->next;
        std::byte* payload = reinterpret_cast<std::byte*>(block) + header_bytes;
        if (block->first) {
            block->deleted = false;
            // Newer blocks stand before these in the list, so their order is that of the image.
            __asan_unpoison_memory_region(payload, block->bytes);
            std::copy(saved, saved + block->bytes, payload);
            saved += block->bytes;
        } else {
            release(payload);
        }
        block = next;
    }
    // Abandoned frames left their red zones behind.
    __asan_unpoison_memory_region(base_ + heap_bytes + 4096, stack_bytes);
    std::byte* frame = stack_top() - image.stack().size();
    std::copy(image.stack().begin(), image.stack().end(), frame);
    frame_ = frame;
}

void Region::make_heap() {
    heap_ = new (base_) Heap;
}

void Region::end_heap() {
    for (Heap::Block* block = heap_->blocks.next; block != &heap_->blocks;) {
        std::free(std::exchange(block, block->next));
    }
    __asan_unpoison_memory_region(base_ + heap_bytes + 4096, stack_bytes);
}

}  // namespace onceproof::world
