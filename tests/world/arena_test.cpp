#include "model/world/arena.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

constexpr std::size_t guard = std::size_t{192} * 1024;

TEST_CASE("arena: two slots lie apart, and an address tells which one it is in", "[world]") {
    std::byte* first = take_slot(guard);
    std::byte* second = take_slot(guard);
    CHECK(slot_of(first) == first);
    CHECK(slot_of(first + slot_bytes - 1) == first);
    CHECK(slot_of(second + 5) == second);
    CHECK(first != second);
    give_back_slot(second);
    give_back_slot(first);
}

TEST_CASE("arena: an address of the stack or of malloc is in no slot", "[world]") {
    const int local = 0;
    CHECK(slot_of(&local) == nullptr);
    CHECK(slot_of(nullptr) == nullptr);
}

TEST_CASE("arena: a slot that was given back is handed out again", "[world]") {
    std::byte* slot = take_slot(guard);
    give_back_slot(slot);
    CHECK(take_slot(guard) == slot);
    give_back_slot(slot);
}

}  // namespace
}  // namespace onceproof::world
