#include "bench/histogram.hpp"

#include <rapidcheck.h>

#include "tests/support/catch.hpp"
#include "tests/support/law.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("Histogram: numbers below 2,048 have a place each", "[bench]") {
    for (std::uint64_t value = 0; value < 2048; ++value) {
        const Histogram::Place place = Histogram::place_of(value);
        REQUIRE(place.first == value);
        REQUIRE(place.last == value);
    }
}

TEST_CASE("Histogram: places are HdrHistogram's for three digits", "[bench]") {
    // Widths double where numbers need one bit more.
    const auto [value, first, last] = GENERATE(table<std::uint64_t, std::uint64_t, std::uint64_t>(
        {{2048, 2048, 2049},
         {2049, 2048, 2049},
         {4095, 4094, 4095},
         {4096, 4096, 4099},
         {8191, 8188, 8191},
         {1'000'000, 999'936, 1'000'447},
         {Histogram::value_max, Histogram::value_max - ((1ULL << 31) - 1), Histogram::value_max}}
    ));
    CAPTURE(value);
    CHECK(Histogram::place_of(value).first == first);
    CHECK(Histogram::place_of(value).last == last);
}

TEST_CASE("Histogram: places follow each other without gap or overlap", "[bench]") {
    std::uint64_t next = 0;
    std::size_t places = 0;
    while (next <= Histogram::value_max) {
        const Histogram::Place place = Histogram::place_of(next);
        REQUIRE(place.first == next);
        next = place.last + 1;
        ++places;
    }
    CHECK(places == 33 * 1024);
}

TEST_CASE("Histogram: a percentile errs by at most 1/1024 (law: relative error)", "[bench]") {
    CHECK(law_holds("a percentile errs by at most 1/1024", {.count = 1000, .seed = 1}, [] {
        const auto value = *rc::gen::inRange<std::uint64_t>(0, Histogram::value_max);
        Histogram histogram;
        histogram.record(value);
        const std::uint64_t told = histogram.value_at(50);
        RC_ASSERT(told >= value);
        RC_ASSERT((told - value) * 1024 <= value);
    }));
}

TEST_CASE("Histogram: percentiles count values, the smallest first", "[bench]") {
    Histogram histogram;
    for (std::uint64_t value = 1; value <= 1000; ++value) {
        histogram.record(value);
    }
    CHECK(histogram.count() == 1000);
    CHECK(histogram.value_at(0) == 1);
    CHECK(histogram.value_at(50) == 500);
    CHECK(histogram.value_at(50.05) == 501);
    CHECK(histogram.value_at(99) == 990);
    CHECK(histogram.value_at(99.9) == 999);
    CHECK(histogram.value_at(100) == 1000);
}

TEST_CASE("Histogram: nothing recorded gives 0", "[bench]") {
    CHECK(Histogram().count() == 0);
    CHECK(Histogram().value_at(99) == 0);
}

TEST_CASE("Histogram: what is above the range counts as its end", "[bench]") {
    Histogram histogram;
    histogram.record(~std::uint64_t{0});
    CHECK(histogram.value_at(100) == Histogram::value_max);
}

TEST_CASE("Histogram: a sum tells what one for all would tell (law: merge)", "[bench]") {
    CHECK(law_holds("a sum of histograms is the histogram of all", {.seed = 1}, [] {
        const auto values = rc::gen::container<std::vector<std::uint64_t>>(
            rc::gen::inRange<std::uint64_t>(0, 1'000'000)
        );
        const auto left = *values;
        const auto right = *values;
        Histogram one;
        Histogram other;
        Histogram all;
        for (const std::uint64_t value : left) {
            one.record(value);
            all.record(value);
        }
        for (const std::uint64_t value : right) {
            other.record(value);
            all.record(value);
        }
        one.add(other);
        RC_ASSERT(one.count() == left.size() + right.size());
        for (const double percentile : {0.0, 25.0, 50.0, 99.0, 100.0}) {
            RC_ASSERT(one.value_at(percentile) == all.value_at(percentile));
        }
    }));
}

}  // namespace
}  // namespace onceproof::bench
