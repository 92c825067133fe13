#include "model/explore/visited.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "model/base/random.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::VisitedSet;

namespace {

Fingerprint print_of(std::uint64_t word) {
    Hasher hasher;
    hasher.add(word);
    return hasher.finish();
}

}  // namespace

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

TEST_CASE("visited: of four threads that add the same prints one adds each", "[explore]") {
    constexpr std::uint64_t prints = 60'000;
    constexpr std::uint64_t threads = 4;
    VisitedSet visited;
    std::atomic<std::uint64_t> added{0};
    std::atomic<std::uint64_t> unknown{0};
    {
        std::vector<std::jthread> workers;
        for (std::uint64_t thread = 0; thread < threads; ++thread) {
            workers.emplace_back([&, thread] {
                VisitedSet::Visitor visitor(visited);
                // Each begins elsewhere, so that all are at the growing edge some of the time.
                for (std::uint64_t step = 0; step < prints; ++step) {
                    const Fingerprint print = print_of((step + thread * 1'000) % prints);
                    added += visitor.insert(print) ? 1 : 0;
                    unknown += visitor.insert(print) ? 1 : 0;
                    if (step % 512 == 0) {
                        visitor.rest();
                    }
                }
            });
        }
    }
    CHECK(added == prints);
    CHECK(unknown == 0);
    CHECK(visited.size() == prints);
    std::uint64_t missing = 0;
    for (std::uint64_t word = 0; word < prints; ++word) {
        missing += visited.contains(print_of(word)) ? 0 : 1;
    }
    CHECK(missing == 0);
}

TEST_CASE("visited: one thread and several see what the other have added", "[explore]") {
    VisitedSet visited;
    CHECK(visited.insert(print_of(1)));
    CHECK(visited.insert({0, 7}));
    {
        VisitedSet::Visitor visitor(visited);
        CHECK_FALSE(visitor.insert(print_of(1)));
        CHECK(visitor.insert(print_of(2)));
        CHECK_FALSE(visitor.insert({0, 7}));
        CHECK(visitor.insert({7, 0}));
        CHECK_FALSE(visitor.insert({7, 0}));
        CHECK(visitor.insert({}));
        CHECK_FALSE(visitor.insert({}));
    }
    CHECK_FALSE(visited.insert(print_of(2)));
    CHECK_FALSE(visited.insert({}));
    CHECK(visited.size() == 5);
}

TEST_CASE("visited: replaced slots are given back when every visitor has rested", "[explore]") {
    VisitedSet visited;
    VisitedSet::Visitor one(visited);
    VisitedSet::Visitor other(visited);
    for (std::uint64_t word = 0; word < 50'000; ++word) {
        one.insert(print_of(word));
    }
    const std::size_t grown = visited.bytes();
    one.rest();
    CHECK(visited.bytes() == grown);
    other.rest();
    CHECK(visited.bytes() < grown / 2);
    CHECK(visited.bytes() <= visited.size() * 33);
}
