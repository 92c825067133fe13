#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/base/hash.hpp"

namespace onceproof::explore {

/// A growing set of fingerprints: open addressing, 16 bytes a slot, at most three slots in four
/// taken.
///
/// The set is split into segments that grow each on its own by one half, so that no growth moves
/// more than a small share of the states and a state costs at most 32 bytes once the set is larger
/// than its first size.
class VisitedSet {
public:
    VisitedSet();

    /// Adds `print`. True if it was not there.
    bool insert(const Fingerprint& print) {
        if (print == Fingerprint{}) {
            return insert_zero();
        }
        Segment& segment = segments_[print.high >> (64 - segment_bits)];
        if (segment.taken >= segment.taken_max) {
            grow(segment);
        }
        Fingerprint& slot = segment.slots[find(segment.slots, print)];
        if (slot == print) {
            return false;
        }
        slot = print;
        ++segment.taken;
        ++size_;
        return true;
    }

    [[nodiscard]] bool contains(const Fingerprint& print) const;
    [[nodiscard]] std::size_t size() const { return size_; }

    /// Memory held by the slots.
    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr unsigned segment_bits = 6;
    static constexpr std::size_t slots_first = 16;

    struct Segment {
        std::vector<Fingerprint> slots;
        std::size_t taken = 0;
        std::size_t taken_max = 0;
    };

    /// The place that holds `print`, or the empty one where it belongs. An empty slot is all zero.
    static std::size_t find(const std::vector<Fingerprint>& slots, const Fingerprint& print) {
        __extension__ using Wide = unsigned __int128;
        const std::size_t count = slots.size();
        auto place = static_cast<std::size_t>((static_cast<Wide>(print.low) * count) >> 64);
        while (slots[place] != print && slots[place] != Fingerprint{}) {
            place = place + 1 == count ? 0 : place + 1;
        }
        return place;
    }

    bool insert_zero();
    static void grow(Segment& segment);

    std::array<Segment, std::size_t{1} << segment_bits> segments_;
    std::size_t size_ = 0;
    bool zero_ = false;  // the fingerprint that looks like an empty slot
};

}  // namespace onceproof::explore
