#include "model/world/region.hpp"

#include <cstdlib>
#include <new>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/world/arena.hpp"

namespace onceproof::world {

Region::Region() : base_(take_slot(heap_bytes)), frame_(stack_top()) {
    static_assert(heap_bytes + 4096 + stack_bytes <= slot_bytes);
    make_heap();
}

Region::~Region() {
    end_heap();
    give_back_slot(base_);
}

void Region::make_image() {
    ENSURE(regions_can_be_kept);
    kept_ = copy_out();
    kept_->digest = digest_;
}

void Region::become(const ImagePtr& image) {
    ENSURE(regions_can_be_kept);
    copy_in(*image);
    kept_ = image;
    digest_ = image->digest;
}

void Region::set_first() {
    first_ = copy_out();
    kept_ = first_;
}

void Region::clear() {
    if (kept_ != first_) {
        copy_in(*first_);
        kept_ = first_;
        digest_.reset();
    }
}

namespace {

void* take(std::size_t bytes) {
    if (region_in_use != nullptr) {
        return region_in_use->allocate(bytes);
    }
    void* address = std::malloc(bytes == 0 ? 1 : bytes);
    if (address == nullptr) {
        throw std::bad_alloc();
    }
    return address;
}

void release_any(void* address) {
    if (address == nullptr) {
        return;
    }
    if (Region::owns(address)) {
        Region::release(address);
    } else {
        std::free(address);
    }
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
// Sorting asks for its buffer in this way and lives without.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return onceproof::world::take(bytes);
}
void operator delete(void* address, const std::nothrow_t&) noexcept {
    onceproof::world::release_any(address);
}
