#include "bench/mann_whitney.hpp"

#include <vector>

#include <rapidcheck.h>

#include "tests/support/catch.hpp"
#include "tests/support/law.hpp"

namespace onceproof::bench {
namespace {

using Sample = std::vector<double>;

TEST_CASE("mann-whitney: five that are all below five others are 2 of 252 ways", "[bench]") {
    const MannWhitney result = mann_whitney(Sample{1, 2, 3, 4, 5}, Sample{6, 7, 8, 9, 10});
    CHECK(result.u == 0);
    CHECK(result.p == Approx(2.0 / 252));
}

TEST_CASE("mann-whitney: four that are all below four others are not rare enough", "[bench]") {
    // 2 of 70 ways: below 0.05, but three against three (2 of 20) never are.
    CHECK(mann_whitney(Sample{1, 2, 3, 4}, Sample{5, 6, 7, 8}).p == Approx(2.0 / 70));
    CHECK(mann_whitney(Sample{1, 2, 3}, Sample{4, 5, 6}).p == Approx(0.1));
}

TEST_CASE("mann-whitney: a published example gives its published value", "[bench]") {
    // Mann and Whitney's table for two samples of 5 and 4: P(U <= 3) = 0.056, two-sided 0.111.
    const MannWhitney result = mann_whitney(Sample{1, 2, 3, 5, 8}, Sample{4, 6, 7, 9});
    CHECK(result.u == 4);
    CHECK(result.p == Approx(24.0 / 126));
}

TEST_CASE("mann-whitney: equal samples differ by nothing", "[bench]") {
    const MannWhitney result = mann_whitney(Sample{3, 3, 3}, Sample{3, 3, 3});
    CHECK(result.u == 4.5);
    CHECK(result.p == 1);
}

TEST_CASE("mann-whitney: equal values share their rank", "[bench]") {
    // Ranks 1, 2.5 against 2.5, 4: sums 3.5 of 10. Of the six ways to deal two of the four ranks
    // three have that sum or a smaller one: 1 with either 2.5, both at 3.5; so 2 of 6, two-sided.
    const MannWhitney result = mann_whitney(Sample{1, 2}, Sample{2, 3});
    CHECK(result.u == 0.5);
    CHECK(result.p == Approx(4.0 / 6));
}

TEST_CASE("mann-whitney: the order of the samples does not matter to p", "[bench]") {
    CHECK(law_holds("both ways give one p", {.count = 100, .seed = 1}, [] {
        const auto first = *rc::gen::resize(8, rc::gen::nonEmpty<std::vector<int>>());
        const auto second = *rc::gen::resize(8, rc::gen::nonEmpty<std::vector<int>>());
        const Sample a(first.begin(), first.end());
        const Sample b(second.begin(), second.end());
        const MannWhitney there = mann_whitney(a, b);
        const MannWhitney back = mann_whitney(b, a);
        RC_ASSERT(there.u + back.u == static_cast<double>(a.size() * b.size()));
        RC_ASSERT(std::abs(there.p - back.p) < 1e-12);
        RC_ASSERT(there.p > 0 && there.p <= 1);
    }));
}

TEST_CASE("median: the middle value, or the mean of two", "[bench]") {
    CHECK(median(Sample{3, 1, 2}) == 2);
    CHECK(median(Sample{4, 1, 2, 3}) == 2.5);
    CHECK(median(Sample{7}) == 7);
}

}  // namespace
}  // namespace onceproof::bench
