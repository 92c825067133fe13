#include "model/explore/draw.hpp"

#include <algorithm>
#include <array>

#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::draw_option;
using explore::Option;

namespace {

constexpr std::array<Option, 5> menu{
    {{1, 0, 0, 0}, {0, 0, 0, 0}, {2, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}}};

}  // namespace

TEST_CASE("draw: each option that is wanted comes equally often, the others never", "[explore]") {
    Random random(1);
    std::array<int, 5> drawn{};
    for (int times = 0; times < 30'000; ++times) {
        ++drawn.at(draw_option(menu, random, explore::is_calm));
    }
    for (const std::size_t calm : {0U, 1U, 2U}) {
        CHECK(drawn.at(calm) > 9'700);
        CHECK(drawn.at(calm) < 10'300);
    }
    CHECK(drawn[3] + drawn[4] == 0);
}

TEST_CASE("draw: the same numbers give the same option in any order of them", "[explore]") {
    std::array<Option, 5> order = menu;
    std::sort(order.begin(), order.end());
    do {
        Random random(7);
        Random again(7);
        for (int times = 0; times < 20; ++times) {
            const Option drawn = order.at(draw_option(order, random, explore::is_calm));
            CHECK(drawn == menu.at(draw_option(menu, again, explore::is_calm)));
        }
    } while (std::next_permutation(order.begin(), order.end()));
}
