#include "model/explore/visited.hpp"

#include <algorithm>
#include <set>

#include "model/base/random.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::VisitedSet;

TEST_CASE(
    "visited: agrees with an ordered set over 100,000 insertions, half of them repeats", "[explore]"
) {
    Random random(1);
    VisitedSet visited;
    std::set<Fingerprint> reference;
    std::size_t disagreements = 0;
    for (int round = 0; round < 100'000; ++round) {
        Hasher hasher;
        hasher.add(random.below(60'000));
        const Fingerprint print = hasher.finish();
        disagreements += visited.insert(print) != reference.insert(print).second ? 1 : 0;
    }
    CHECK(disagreements == 0);
    CHECK(visited.size() == reference.size());
    for (const Fingerprint& print : reference) {
        disagreements += visited.contains(print) ? 0 : 1;
    }
    CHECK(disagreements == 0);
}

TEST_CASE("visited: prints that differ in one half only are different", "[explore]") {
    VisitedSet visited;
    for (std::uint64_t word = 0; word < 1'000; ++word) {
        CHECK(visited.insert({0, word}));
    }
    for (std::uint64_t word = 1; word < 1'000; ++word) {
        CHECK(visited.insert({word, 0}));
    }
    CHECK(visited.size() == 1'999);
}

TEST_CASE("visited: the print of all zeros is a member like any other", "[explore]") {
    VisitedSet visited;
    CHECK_FALSE(visited.contains({}));
    CHECK(visited.insert({}));
    CHECK_FALSE(visited.insert({}));
    CHECK(visited.contains({}));
    CHECK(visited.size() == 1);
}

TEST_CASE("visited: a state costs from 21 to 33 bytes at every size above 2,000", "[explore]") {
    VisitedSet visited;
    double least = 1000;
    double most = 0;
    for (std::uint64_t word = 0; word < 200'000; ++word) {
        Hasher hasher;
        hasher.add(word);
        visited.insert(hasher.finish());
        if (visited.size() > 2'000) {
            const double each =
                static_cast<double>(visited.bytes()) / static_cast<double>(visited.size());
            least = std::min(least, each);
            most = std::max(most, each);
        }
    }
    CHECK(least >= 16.0 / 0.76);
    CHECK(most <= 33);
}
