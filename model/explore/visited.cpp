#include "model/explore/visited.hpp"

namespace onceproof::explore {

VisitedSet::VisitedSet() {
    for (Segment& segment : segments_) {
        segment.slots.resize(slots_first);
        segment.taken_max = slots_first * 3 / 4;
    }
}

bool VisitedSet::contains(const Fingerprint& print) const {
    if (print == Fingerprint{}) {
        return zero_;
    }
    const std::vector<Fingerprint>& slots = segments_[print.high >> (64 - segment_bits)].slots;
    return slots[find(slots, print)] == print;
}

std::size_t VisitedSet::bytes() const {
    std::size_t slots = 0;
    for (const Segment& segment : segments_) {
        slots += segment.slots.size();
    }
    return slots * sizeof(Fingerprint);
}

bool VisitedSet::insert_zero() {
    const bool fresh = !zero_;
    zero_ = true;
    size_ += fresh ? 1 : 0;
    return fresh;
}

void VisitedSet::grow(Segment& segment) {
    std::vector<Fingerprint> larger(segment.slots.size() * 3 / 2);
    for (const Fingerprint& print : segment.slots) {
        if (print != Fingerprint{}) {
            larger[find(larger, print)] = print;
        }
    }
    segment.slots.swap(larger);
    segment.taken_max = segment.slots.size() * 3 / 4;
}

}  // namespace onceproof::explore
