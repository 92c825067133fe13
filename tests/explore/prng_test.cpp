#include <array>
#include <set>

#include "model/base/random.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;

TEST_CASE("split mix: the published numbers for seed 0", "[base]") {
    std::uint64_t state = 0;
    CHECK(split_mix(state) == 0xe220a8397b1dcdafULL);
    CHECK(split_mix(state) == 0x6e789e6aa1b965f4ULL);
    CHECK(split_mix(state) == 0x06c45d188009454fULL);
}

TEST_CASE("random: the same numbers for the same seed for ever", "[base]") {
    Random random(0);
    CHECK(random.next() == 0x99ec5f36cb75f2b4ULL);
    CHECK(random.next() == 0xbf6e1f784956452aULL);
}

TEST_CASE("random: numbers below a bound are spread evenly and stay below it", "[base]") {
    Random random(1);
    std::array<int, 7> counts{};
    for (int round = 0; round < 70'000; ++round) {
        ++counts.at(random.below(7));
    }
    for (const int count : counts) {
        CHECK(count > 9'700);
        CHECK(count < 10'300);
    }
    CHECK(random.below(1) == 0);
    CHECK(random.below(0) == 0);
}

TEST_CASE("case seed: 10,000 neighbours under two roots are all different", "[base]") {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t index = 0; index < 10'000; ++index) {
        seeds.insert(case_seed(1, index));
        seeds.insert(case_seed(2, index));
    }
    CHECK(seeds.size() == 20'000);
}
