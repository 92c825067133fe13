#include "model/explore/slot_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace onceproof::explore {
namespace {

constexpr std::size_t reserved_bytes_min = std::size_t{1} << 30U;
constexpr std::size_t page_bytes = 4096;

}  // namespace

SlotMemory::~SlotMemory() {
    for (const Reserved& reserved : reserved_) {
        munmap(reserved.base, reserved.bytes);
    }
}

Slots SlotMemory::take(std::size_t count) {
    if (count < count_min) {
        return {new Fingerprint[count](), GiveBackSlots{count}};
    }
    const std::size_t bytes = count * sizeof(Fingerprint);
    const std::lock_guard lock(mutex_);
    if (reserved_.empty() || reserved_.back().bytes - used_ < bytes) {
        reserve(std::max(bytes, reserved_bytes_min));
    }
    std::byte* slots = reserved_.back().base + used_;
    used_ += bytes;
    return {reinterpret_cast<Fingerprint*>(slots), GiveBackSlots{count}};
}

void GiveBackSlots::operator()(Fingerprint* slots) const {
    if (count < SlotMemory::count_min) {
        delete[] slots;
        return;
    }
    // Pages at the ends hold slots of the neighbours as well.
    auto* begin = reinterpret_cast<std::byte*>(slots);
    const std::size_t bytes = count * sizeof(Fingerprint);
    const std::size_t into_page = reinterpret_cast<std::uintptr_t>(begin) % page_bytes;
    const std::size_t skipped = (page_bytes - into_page) % page_bytes;
    if (bytes >= skipped + page_bytes) {
        madvise(begin + skipped, (bytes - skipped) / page_bytes * page_bytes, MADV_DONTNEED);
    }
}

void SlotMemory::reserve(std::size_t bytes) {
    void* base = mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
    );
    if (base == MAP_FAILED) {
        throw std::bad_alloc();
    }
    // Where the system has no large pages, small ones do.
    static_cast<void>(madvise(base, bytes, MADV_HUGEPAGE));
    reserved_.push_back({static_cast<std::byte*>(base), bytes});
    used_ = 0;
}

}  // namespace onceproof::explore
