#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "model/base/hash.hpp"
#include "model/explore/slot_memory.hpp"

namespace onceproof::explore {

/// A growing set of fingerprints: open addressing, 16 bytes a slot, at most three slots in four
/// taken.
///
/// The set is split into segments that grow each on its own by one half, so that no growth moves
/// more than a small share of the states and a state costs at most 32 bytes once the set is larger
/// than its first size.
///
/// One thread alone uses `insert`, which costs no synchronisation. Several threads insert through a
/// `Visitor` each. Those that find a print there, which is what happens most, wait for nobody and
/// write nothing; those that add one wait for others that add to the same segment.
class VisitedSet {
public:
    VisitedSet();

    /// Adds `print`. True if it was not there. Not while there are visitors in other threads.
    bool insert(const Fingerprint& print) {
        return print == Fingerprint{} ? insert_zero() : insert_into(segment_of(print), print, true);
    }

    /// Fetches the memory that a look for `print` will go to, without waiting for it.
    void prefetch(const Fingerprint& print) const {
        const Segment& segment = segment_of(print);
        const std::size_t count = segment.count.load(std::memory_order_acquire);
        __builtin_prefetch(segment.slots.load(std::memory_order_relaxed) + place_of(print, count));
    }

    /// True if `print` is surely there; false says nothing while others insert.
    [[nodiscard]] bool sees(const Fingerprint& print) const {
        return sees(segment_of(print), print);
    }

    // Not while another thread inserts.

    [[nodiscard]] bool contains(const Fingerprint& print) const;
    [[nodiscard]] std::size_t size() const;

    /// Memory held by the slots; any thread may ask at any time.
    [[nodiscard]] std::size_t bytes() const {
        return slots_.load(std::memory_order_relaxed) * sizeof(Fingerprint);
    }

    /// One of several threads that insert at the same time.
    class Visitor {
    public:
        explicit Visitor(VisitedSet& set);
        ~Visitor();
        Visitor(const Visitor&) = delete;
        Visitor& operator=(const Visitor&) = delete;

        /// Adds `print`. Of all threads that add it one gets true.
        bool insert(const Fingerprint& print) { return set_.insert_shared(print); }

        /// To be called now and then: slots that have been replaced are given back when every
        /// visitor has come by here.
        void rest();

    private:
        friend class VisitedSet;

        VisitedSet& set_;
        std::atomic<std::uint64_t> seen_;  // so many replacements were over when it last rested
    };

private:
    static constexpr unsigned segment_bits = 6;
    static constexpr std::size_t slots_first = 16;

    /// What all visitors read, and, in a cache line apart, what those write that add a print.
    struct alignas(64) Segment {
        std::atomic<Fingerprint*> slots{nullptr};
        std::atomic<std::size_t> count{0};  // written after `slots`, read before: never too large
        alignas(64) std::mutex adding;
        std::size_t taken = 0;
        std::size_t taken_max = 0;
        Slots owned;
    };

    /// Slots that a visitor may still be looking at.
    struct Replaced {
        Slots slots;
        std::uint64_t number = 0;
    };

    Segment& segment_of(const Fingerprint& print) {
        return segments_[print.high >> (64 - segment_bits)];
    }
    [[nodiscard]] const Segment& segment_of(const Fingerprint& print) const {
        return segments_[print.high >> (64 - segment_bits)];
    }

    static std::size_t place_of(const Fingerprint& print, std::size_t count) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((static_cast<Wide>(print.low) * count) >> 64);
    }

    /// The slot that holds `print`, or the empty one where it belongs. An empty slot is all zero.
    static Fingerprint& find(Fingerprint* slots, std::size_t count, const Fingerprint& print) {
        std::size_t place = place_of(print, count);
        while (slots[place] != print && slots[place] != Fingerprint{}) {
            place = place + 1 == count ? 0 : place + 1;
        }
        return slots[place];
    }

    /// Fills an empty slot: whoever sees the low half sees the high one.
    static void fill(Fingerprint& slot, const Fingerprint& print) {
        std::atomic_ref(slot.high).store(print.high, std::memory_order_relaxed);
        std::atomic_ref(slot.low).store(print.low, std::memory_order_release);
    }

    static bool sees(const Segment& segment, const Fingerprint& print) {
        const std::size_t count = segment.count.load(std::memory_order_acquire);
        Fingerprint* slots = segment.slots.load(std::memory_order_acquire);
        for (std::size_t place = place_of(print, count);;
             place = place + 1 == count ? 0 : place + 1) {
            const std::uint64_t low =
                std::atomic_ref(slots[place].low).load(std::memory_order_acquire);
            if (low == 0) {
                return false;
            }
            if (low == print.low &&
                std::atomic_ref(slots[place].high).load(std::memory_order_relaxed) == print.high) {
                return true;
            }
        }
    }

    bool insert_into(Segment& segment, const Fingerprint& print, bool alone) {
        if (segment.taken >= segment.taken_max) {
            grow(segment, alone);
        }
        Fingerprint& slot = find(
            segment.slots.load(std::memory_order_relaxed),
            segment.count.load(std::memory_order_relaxed),
            print
        );
        if (slot == print) {
            return false;
        }
        fill(slot, print);
        ++segment.taken;
        return true;
    }

    bool insert_zero() { return !zero_.exchange(true); }
    bool insert_shared(const Fingerprint& print);
    static void set_slots(Segment& segment, Slots slots);
    void grow(Segment& segment, bool alone);
    void keep_back(Slots slots);

    SlotMemory memory_;
    std::array<Segment, std::size_t{1} << segment_bits> segments_;
    std::atomic<std::size_t> slots_{0};  // of all segments, and replaced ones
    std::atomic<bool> zero_{false};      // the fingerprint that looks like an empty slot

    std::atomic<std::uint64_t> replacements_{0};
    std::atomic<bool> any_replaced_{false};
    std::mutex mutex_;
    std::vector<Visitor*> visitors_;
    std::vector<Replaced> replaced_;
};

}  // namespace onceproof::explore
