#include "bench/explorer/reference.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof::litmus;
using Variant = Protocol::Variant;

namespace {

void check_counts(Variant variant, ProtocolSize size) {
    const std::optional<ProtocolCounts> counts = reference_of(variant, size);
    REQUIRE(counts.has_value());
    ProtocolSystem system = size.system(variant);
    CHECK(count_deep(system, size.faults, counts->depth) == *counts);
    CHECK(count_broad(system, size.faults) == *counts);
}

}  // namespace

TEST_CASE(
    "protocol: both searches count what other tools count (B, C and A, 5 workers)", "[litmus]"
) {
    check_counts(Variant::transaction, size_5);
    check_counts(Variant::fine, size_5);
    check_counts(Variant::takeover, size_5);
}

TEST_CASE("protocol: both searches count what other tools count (A, 4 workers)", "[litmus]") {
    check_counts(Variant::takeover, size_4);
}
