#include "model/explore/slot_memory.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::SlotMemory;
using explore::Slots;

namespace {

bool all_zero(const Slots& slots) {
    return std::all_of(
        slots.get(),
        slots.get() + slots.get_deleter().count,
        [](const Fingerprint& print) { return print == Fingerprint{}; }
    );
}

void fill(const Slots& slots, std::uint64_t word) {
    std::fill_n(slots.get(), slots.get_deleter().count, Fingerprint{word, word});
}

bool holds_only(const Slots& slots, std::uint64_t word) {
    return std::all_of(
        slots.get(),
        slots.get() + slots.get_deleter().count,
        [&](const Fingerprint& print) {
            return print == Fingerprint{word, word};
        }
    );
}

}  // namespace

TEST_CASE("slot memory: slots are zero, and what is given back takes no neighbour's", "[explore]") {
    SlotMemory memory;
    std::vector<Slots> kept;
    // Small ones and large ones, whose ends lie within pages.
    for (std::uint64_t number = 1; number <= 40; ++number) {
        Slots gone = memory.take(3'001 * number / 8);
        kept.push_back(memory.take(2'999 * number / 8));
        REQUIRE(all_zero(gone));
        REQUIRE(all_zero(kept.back()));
        fill(gone, 1'000);
        fill(kept.back(), number);
    }
    for (std::uint64_t number = 1; number <= 40; ++number) {
        CHECK(holds_only(kept[number - 1], number));
    }
}

TEST_CASE("slot memory: an array larger than what is reserved at once has its own", "[explore]") {
    SlotMemory memory;
    const std::size_t large = (std::size_t{1} << 26U) + 4'096;
    const Slots before = memory.take(SlotMemory::count_min);
    const Slots slots = memory.take(large);
    const Slots behind = memory.take(SlotMemory::count_min);
    fill(before, 1);
    slots[0] = {2, 2};
    slots[large - 1] = {3, 3};
    fill(behind, 4);
    CHECK(holds_only(before, 1));
    CHECK(slots[0] == Fingerprint{2, 2});
    CHECK(slots[1] == Fingerprint{});
    CHECK(slots[large - 1] == Fingerprint{3, 3});
    CHECK(holds_only(behind, 4));
}
