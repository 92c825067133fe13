#include "tests/litmus/protocol_counts.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof::litmus;
using Variant = Protocol::Variant;

namespace {

void check_counts(Variant variant, ProtocolSize size, const ProtocolCounts& counts) {
    ProtocolSystem system = size.system(variant);
    CHECK(count_deep(system, size.faults, counts.depth) == counts);
    CHECK(count_broad(system, size.faults) == counts);
}

}  // namespace

TEST_CASE(
    "protocol: both searches count what other tools count (B, C and A, 5 workers)", "[litmus]"
) {
    check_counts(Variant::transaction, size_5, {59'453, 415'182, 19, 29});
    check_counts(Variant::fine, size_5, {679'871, 4'848'495, 27, 35});
    check_counts(Variant::takeover, size_5, {5'462'181, 39'656'035, 145, 48});
}

TEST_CASE("protocol: both searches count what other tools count (A, 4 workers)", "[litmus]") {
    check_counts(Variant::takeover, size_4, {482'030, 2'859'826, 106, 41});
}
