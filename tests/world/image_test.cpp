#include "model/world/image.hpp"

#include <algorithm>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

std::vector<std::byte> bytes(std::size_t count, int value) {
    return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

bool equal(std::span<const std::byte> left, std::span<const std::byte> right) {
    return std::ranges::equal(left, right);
}

}  // namespace

TEST_CASE("image: it is a copy of a heap's and a stack's bytes", "[world]") {
    auto heap = bytes(1000, 1);
    auto stack = bytes(300, 2);
    const ImagePtr image = Image::of(heap, stack);
    heap[0] = std::byte{9};
    stack[299] = std::byte{9};
    CHECK(image->size() == 1300);
    CHECK(equal(image->heap(), bytes(1000, 1)));
    CHECK(equal(image->stack(), bytes(300, 2)));
    CHECK_FALSE(image->digest.has_value());
}

TEST_CASE("image: it stays as long as anybody holds it", "[world]") {
    ImagePtr first = Image::of(bytes(64, 3), {});
    ImagePtr second = first;
    ImagePtr third = std::move(first);
    CHECK(second == third);
    third.reset();
    CHECK_FALSE(static_cast<bool>(third));
    CHECK(equal(second->heap(), bytes(64, 3)));
    third = second;
    second = ImagePtr();
    CHECK(equal(third->heap(), bytes(64, 3)));
}

TEST_CASE("image: memory that nobody holds is used again, and by its own size only", "[world]") {
    const void* memory = nullptr;
    {
        const ImagePtr dropped = Image::of(bytes(5000, 4), {});
        dropped->digest = Digest{.now = Instant{}, .value = {1, 2}};
        memory = &*dropped;
    }
    const ImagePtr larger = Image::of(bytes(9000, 5), {});
    CHECK(&*larger != memory);
    const ImagePtr again = Image::of(bytes(4900, 6), bytes(100, 7));
    CHECK(&*again == memory);
    CHECK(equal(again->stack(), bytes(100, 7)));
    CHECK_FALSE(again->digest.has_value());
}

TEST_CASE("image: larger ones than any region's, and those of a thread that ends", "[world]") {
    const std::size_t size = std::size_t{1} << 20U;
    for (int i = 0; i < 3; ++i) {
        const ImagePtr large = Image::of(bytes(size, i), {});
        CHECK(equal(large->heap(), bytes(size, i)));
    }
    ImagePtr kept;
    std::thread([&kept] { kept = Image::of(bytes(100, 8), {}); }).join();
    CHECK(equal(kept->heap(), bytes(100, 8)));
}

}  // namespace onceproof::world
