#include "model/base/proportion.hpp"

#include "tests/support/catch.hpp"

namespace onceproof {
namespace {

TEST_CASE("proportion: the interval is Wilson's", "[base]") {
    // Known values, to four digits.
    const Interval tenth = confidence_95(10, 100);
    CHECK(tenth.low == Approx(0.05522).margin(0.00001));
    CHECK(tenth.high == Approx(0.17437).margin(0.00001));
    const Interval half = confidence_95(5, 10);
    CHECK(half.low == Approx(0.23659).margin(0.00001));
    CHECK(half.high == Approx(0.76341).margin(0.00001));
    const Interval all = confidence_95(10, 10);
    CHECK(all.low == Approx(0.72247).margin(0.00001));
    CHECK(all.high == 1);
}

TEST_CASE("proportion: without a hit the rule of three bounds it", "[base]") {
    CHECK(confidence_95(0, 18'200).low == 0);
    CHECK(confidence_95(0, 18'200).high == Approx(0.000165).margin(0.000001));
    CHECK(confidence_95(0, 2).high == 1);
    CHECK(confidence_95(0, 0).low == 0);
    CHECK(confidence_95(0, 0).high == 1);
}

TEST_CASE("proportion: of all outcomes, 95 % lie in the interval of their estimate", "[base]") {
    // 40 cases at a rate of 0.3: the binomial probabilities of those whose interval holds 0.3.
    double covered = 0;
    double probability = 1;
    for (int i = 0; i < 40; ++i) {
        probability *= 0.7;
    }
    for (std::uint64_t hits = 0; hits <= 40; ++hits) {
        const Interval interval = confidence_95(hits, 40);
        covered += interval.low <= 0.3 && 0.3 <= interval.high ? probability : 0;
        probability *= static_cast<double>(40 - hits) / static_cast<double>(hits + 1) * 0.3 / 0.7;
    }
    CHECK(covered > 0.94);
    CHECK(covered < 0.97);
}

}  // namespace
}  // namespace onceproof
