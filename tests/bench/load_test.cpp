#include "bench/load.hpp"

#include <cstddef>

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

std::uint64_t repeats_of(const Load& load, std::uint64_t calls, std::size_t thread) {
    std::uint64_t repeats = 0;
    for (std::uint64_t number = 0; number < calls; ++number) {
        repeats += is_repeat(load, number, thread) ? 1 : 0;
    }
    return repeats;
}

TEST_CASE("load: of any hundred calls so many are repeated as it says", "[bench]") {
    const auto percent = GENERATE(0U, 5U, 50U, 99U, 100U);
    const auto thread = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{63});
    CAPTURE(percent, thread);
    CHECK(repeats_of({.repeats = percent}, 100, thread) == percent);
    CHECK(repeats_of({.repeats = percent}, 1000, thread) == 10 * percent);
}

TEST_CASE("load: half of the calls are every other one", "[bench]") {
    const Load half{.repeats = 50};
    CHECK_FALSE(is_repeat(half, 0, 0));
    CHECK(is_repeat(half, 1, 0));
    CHECK_FALSE(is_repeat(half, 2, 0));
    CHECK(is_repeat(half, 0, 1));
}

TEST_CASE("load: threads do not repeat all at the same call", "[bench]") {
    const Load few{.repeats = 5};
    std::size_t at_once = 0;
    for (std::size_t thread = 0; thread < 20; ++thread) {
        at_once += is_repeat(few, 0, thread) ? 1U : 0U;
    }
    CHECK(at_once <= 2);
}

TEST_CASE("load: it is told in words and in names", "[bench]") {
    CHECK(text_of(Load{}) == "0 %");
    CHECK(text_of(Load{.repeats = 50, .keys = Keys::hot}) == "50 % hot");
    CHECK(text_of(Load{.repeats = 5, .rate = 2500}) == "5 % 2500/s");
    CHECK(name_of(Load{}) == "repeats:0");
    CHECK(name_of(Load{.repeats = 50, .keys = Keys::hot}) == "repeats:50/hot");
    CHECK(name_of(Load{.repeats = 5, .rate = 2500}) == "repeats:5/rate:2500");
}

TEST_CASE("load: an offer that took a twentieth longer is above capacity", "[bench]") {
    // 1,000 requests at 500/s are offered in 2 s; 5 % and 50 ms on top are 2.15 s.
    CHECK_FALSE(is_above_capacity(1000, 500, 2.0));
    CHECK_FALSE(is_above_capacity(1000, 500, 2.149));
    CHECK(is_above_capacity(1000, 500, 2.151));
}

}  // namespace
}  // namespace onceproof::bench
