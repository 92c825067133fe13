#include "bench/explorer/hand_written.hpp"

#include "bench/explorer/reference.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof::litmus;

TEST_CASE("hand-written search: it counts what every other tool counts", "[bench]") {
    for (const Reference& reference : references) {
        if (reference.size == size_5) {
            continue;  // the slow ones
        }
        CAPTURE(static_cast<int>(reference.variant), int{reference.size.workers});
        const HandWrittenResult result =
            search_by_hand(reference.variant, reference.size, Protocol::Symmetry::off, {});
        CHECK(result.finished);
        CHECK(result.counts == reference.counts);
        const bool breaks = reference.variant == Protocol::Variant::takeover ||
                            reference.variant == Protocol::Variant::detected_takeover;
        CHECK(result.violated == breaks);
    }
}

TEST_CASE("hand-written search: merged, it counts what every other tool counts", "[bench]") {
    for (const AlikeReference& reference : alike_references) {
        CAPTURE(static_cast<int>(reference.variant), int{reference.size.workers});
        const HandWrittenResult result =
            search_by_hand(reference.variant, reference.size, Protocol::Symmetry::on, {});
        CHECK(result.counts.states == reference.states);
        CHECK(result.violated == (reference.variant == Protocol::Variant::takeover));
    }
}

TEST_CASE("hand-written search: it stops when it is told to", "[bench]") {
    const HandWrittenResult result = search_by_hand(
        Protocol::Variant::fine, size_1, Protocol::Symmetry::off, [] { return true; }
    );
    CHECK_FALSE(result.finished);
}
