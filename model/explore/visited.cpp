#include "model/explore/visited.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace onceproof::explore {

VisitedSet::VisitedSet() {
    for (Segment& segment : segments_) {
        set_slots(segment, memory_.take(slots_first));
    }
    slots_ = segments_.size() * slots_first;
}

bool VisitedSet::contains(const Fingerprint& print) const {
    if (print == Fingerprint{}) {
        return zero_;
    }
    const Segment& segment = segment_of(print);
    return find(segment.slots, segment.count, print) == print;
}

std::size_t VisitedSet::size() const {
    std::size_t size = zero_ ? 1 : 0;
    for (const Segment& segment : segments_) {
        size += segment.taken;
    }
    return size;
}

bool VisitedSet::insert_shared(const Fingerprint& print) {
    if (print == Fingerprint{}) {
        return insert_zero();
    }
    Segment& segment = segment_of(print);
    if (sees(segment, print)) {
        return false;
    }
    const std::lock_guard lock(segment.adding);
    return insert_into(segment, print, false);
}

void VisitedSet::set_slots(Segment& segment, Slots slots) {
    const std::size_t count = slots.get_deleter().count;
    segment.slots.store(slots.get(), std::memory_order_release);
    segment.count.store(count, std::memory_order_release);
    segment.taken_max = count * 3 / 4;
    segment.owned = std::move(slots);
}

void VisitedSet::grow(Segment& segment, bool alone) {
    const std::size_t count = segment.count;
    const std::size_t larger_count = count * 3 / 2;
    Slots larger = memory_.take(larger_count);
    for (std::size_t place = 0; place < count; ++place) {
        const Fingerprint& print = segment.owned[place];
        if (print != Fingerprint{}) {
            find(larger.get(), larger_count, print) = print;
        }
    }
    Slots old = std::move(segment.owned);
    set_slots(segment, std::move(larger));
    slots_.fetch_add(larger_count, std::memory_order_relaxed);
    if (alone) {
        slots_.fetch_sub(count, std::memory_order_relaxed);
    } else {
        keep_back(std::move(old));
    }
}

void VisitedSet::keep_back(Slots slots) {
    const std::lock_guard lock(mutex_);
    replaced_.push_back({std::move(slots), ++replacements_});
    any_replaced_ = true;
}

VisitedSet::Visitor::Visitor(VisitedSet& set) : set_(set), seen_(0) {
    const std::lock_guard lock(set_.mutex_);
    seen_ = set_.replacements_.load();
    set_.visitors_.push_back(this);
}

VisitedSet::Visitor::~Visitor() {
    const std::lock_guard lock(set_.mutex_);
    std::erase(set_.visitors_, this);
}

void VisitedSet::Visitor::rest() {
    seen_.store(set_.replacements_.load(std::memory_order_acquire), std::memory_order_release);
    if (!set_.any_replaced_.load(std::memory_order_relaxed)) {
        return;
    }
    const std::lock_guard lock(set_.mutex_);
    std::uint64_t over = std::numeric_limits<std::uint64_t>::max();
    for (const Visitor* visitor : set_.visitors_) {
        over = std::min(over, visitor->seen_.load(std::memory_order_acquire));
    }
    std::erase_if(set_.replaced_, [&](const Replaced& replaced) {
        const bool free = replaced.number <= over;
        set_.slots_.fetch_sub(
            free ? replaced.slots.get_deleter().count : 0, std::memory_order_relaxed
        );
        return free;
    });
    set_.any_replaced_ = !set_.replaced_.empty();
}

}  // namespace onceproof::explore
