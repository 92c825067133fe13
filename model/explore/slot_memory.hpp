#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "model/base/hash.hpp"

namespace onceproof::explore {

/// Gives back what `SlotMemory::take` has given.
struct GiveBackSlots {
    std::size_t count = 0;
    void operator()(Fingerprint* slots) const;
};
using Slots = std::unique_ptr<Fingerprint[], GiveBackSlots>;

/// Memory for the slots of a large set. The system is asked to back it with large pages: looks into
/// it go to any place, and with small ones most of the time goes into finding the page.
///
/// Arrays stand one behind the other and no place is used twice; what is given back costs addresses
/// only. May be used by several threads.
class SlotMemory {
public:
    SlotMemory() = default;
    ~SlotMemory();
    SlotMemory(const SlotMemory&) = delete;
    SlotMemory& operator=(const SlotMemory&) = delete;

    /// `count` slots, all zero, to be given back before this ends. Throws std::bad_alloc.
    [[nodiscard]] Slots take(std::size_t count);

    /// Arrays of fewer slots are malloc's: for these no page is ever too small.
    static constexpr std::size_t count_min = std::size_t{1} << 9U;

private:
    struct Reserved {
        std::byte* base = nullptr;
        std::size_t bytes = 0;
    };

    void reserve(std::size_t bytes);

    std::mutex mutex_;
    std::vector<Reserved> reserved_;
    std::size_t used_ = 0;  // of the last one
};

}  // namespace onceproof::explore
