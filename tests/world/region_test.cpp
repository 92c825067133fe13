#include "model/world/region.hpp"

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

/// A text too long for std::string's own buffer.
const std::string long_text(100, 'x');

/// An object inside a region.
std::vector<std::string>* list_in(Region& region) {
    const Region::Use use(region);
    auto* list = new std::vector<std::string>{long_text};
    return list;
}

void add_to(Region& region, std::vector<std::string>* list, const std::string& text) {
    const Region::Use use(region);
    list->push_back(text);
}

}  // namespace

TEST_CASE("region: operator new takes from the region in use, and from malloc outside", "[world]") {
    Region region;
    auto outside = std::make_unique<std::uint64_t>(1);
    CHECK_FALSE(Region::owns(outside.get()));
    const Region::Use use(region);
    const auto inside = std::make_unique<std::uint64_t>(2);
    CHECK(Region::owns(inside.get()));
    {
        const Region::Outside suspended;
        outside = std::make_unique<std::uint64_t>(3);
    }
    CHECK_FALSE(Region::owns(outside.get()));
}

TEST_CASE("region: uses nest, and the inner one's end brings the outer one back", "[world]") {
    Region outer;
    Region inner;
    const Region::Use use(outer);
    auto* first = new std::uint64_t(1);
    std::uint64_t* second = nullptr;
    {
        const Region::Use nested(inner);
        second = new std::uint64_t(2);
    }
    auto* third = new std::uint64_t(3);
    if (regions_can_be_kept) {
        const auto place = [](const void* address) {
            return reinterpret_cast<std::uintptr_t>(address);
        };
        CHECK(place(third) - place(first) == 32);
        CHECK(place(second) - place(first) != 32);
    }
    delete first;
    delete third;
    const Region::Use nested(inner);
    delete second;
}

TEST_CASE("region: delete tells by address whose memory it gets", "[world]") {
    Region region;
    auto* plain = new std::uint64_t(1);
    std::uint64_t* inside = nullptr;
    {
        const Region::Use use(region);
        inside = new std::uint64_t(2);
        delete plain;
    }
    const Region::Use use(region);
    delete inside;
    const auto* again = new std::uint64_t(3);
    if (regions_can_be_kept) {
        CHECK(again == inside);
    }
    delete again;
}

TEST_CASE("region: freed blocks are used again by class, not by exact size", "[world]") {
    if (!regions_can_be_kept) {
        return;
    }
    Region region;
    void* large = region.allocate(5000);
    void* small = region.allocate(17);
    CHECK(reinterpret_cast<std::uintptr_t>(large) % 16 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(small) % 16 == 0);
    Region::release(large);
    Region::release(small);
    CHECK(region.allocate(32) == small);
    CHECK(region.allocate(8192) == large);
    CHECK(region.allocate(33) != small);
}

TEST_CASE("region: clear comes back to the first content", "[world]") {
    Region region;
    auto* list = list_in(region);
    region.set_first();
    add_to(region, list, long_text + "2");
    CHECK(list->size() == 2);
    region.clear();
    CHECK(*list == std::vector<std::string>{long_text});
    region.clear();
    add_to(region, list, long_text + "3");
    CHECK(list->back() == long_text + "3");
}

TEST_CASE(
    "region: kept content is brought back byte for byte, in any order, any number of times",
    "[world]"
) {
    if (!regions_can_be_kept) {
        return;
    }
    Region region;
    auto* list = list_in(region);
    region.set_first();
    const ImagePtr one = region.keep();
    add_to(region, list, long_text + "2");
    const ImagePtr two = region.keep();
    add_to(region, list, long_text + "3");
    for (const int times : {1, 2}) {
        CAPTURE(times);
        region.bring_back(one);
        CHECK(list->size() == 1);
        region.bring_back(two);
        CHECK(*list == std::vector<std::string>{long_text, long_text + "2"});
        add_to(region, list, "changed");
    }
    region.bring_back(one);
    CHECK(list->size() == 1);
    region.clear();
    CHECK(region.keep() == one);
}

TEST_CASE("region: as long as it is not used, it shares its image", "[world]") {
    if (!regions_can_be_kept) {
        return;
    }
    Region region;
    auto* list = list_in(region);
    region.set_first();
    const ImagePtr first = region.keep();
    CHECK(region.keep() == first);
    add_to(region, list, long_text);
    const ImagePtr second = region.keep();
    CHECK(second != first);
    CHECK(region.keep() == second);
    region.bring_back(first);
    CHECK(region.keep() == first);
    region.touch();
    CHECK(region.keep() != first);
}

TEST_CASE(
    "region: the stack is kept from its frame on, and an image is no larger than what is used",
    "[world]"
) {
    if (!regions_can_be_kept) {
        return;
    }
    Region region;
    std::byte* top = region.stack_top();
    top[-1] = std::byte{1};
    top[-100] = std::byte{2};
    const std::size_t empty = region.keep()->size();
    region.stack_from(top - 64);
    region.touch();
    const ImagePtr image = region.keep();
    CHECK(image->size() == empty + 64);
    top[-1] = std::byte{7};
    top[-100] = std::byte{8};
    region.stack_from(top - 128);
    region.touch();
    region.bring_back(image);
    CHECK(top[-1] == std::byte{1});
    CHECK(top[-100] == std::byte{8});
    CHECK(region.stack_frame() == top - 64);
}

TEST_CASE("region: a place that was given back is taken again", "[world]") {
    std::byte* top = nullptr;
    {
        const Region region;
        top = region.stack_top();
    }
    const Region region;
    CHECK(region.stack_top() == top);
}

}  // namespace onceproof::world
