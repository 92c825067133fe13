#include "bench/explorer/crew.hpp"

#include <map>

#include "bench/explorer/reference.hpp"
#include "bench/explorer/service.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/random.hpp"
#include "model/explore/shortest.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using Variant = Protocol::Variant;

namespace {

/// The broken guarantees, each with the faults that it takes.
std::map<std::uint8_t, std::size_t> breaks(explore::TransitionSystem& system, std::size_t faults) {
    std::map<std::uint8_t, std::size_t> broken;
    for (const explore::Found& found :
         explore::exhaustive(system, {.fault_budget = faults}).violations) {
        broken[found.violation.guarantee] = found.schedule.fault_budget;
    }
    return broken;
}

/// Steps of the shortest run that makes the effect twice; 0: there is none.
std::size_t steps_to_violation(
    explore::TransitionSystem& system, std::size_t faults, std::uint8_t guarantee
) {
    const explore::ShortestResult result =
        explore::shortest(system, {.fault_budget = faults, .guarantee = guarantee});
    return result.found ? result.found->schedule.steps.size() : 0;
}

}  // namespace

TEST_CASE("crew: real code has few more states than the protocol, and as long runs", "[bench]") {
    struct Row {
        Variant variant;
        ProtocolSize size;
        ProtocolCounts counts;
    };
    // The depths are the protocol's own: step for step it is the same.
    const Row row = GENERATE(
        Row{Variant::takeover, size_1, {751, 1'950, 16, 20}},
        Row{Variant::transaction, size_1, {171, 474, 5, 13}},
        Row{Variant::fine, size_1, {474, 1'224, 9, 17}},
        Row{Variant::detected_takeover, size_1, {525, 1'380, 11, 17}},
        Row{Variant::transaction, size_2, {1'044, 4'032, 7, 17}},
        Row{Variant::fine, size_2, {3'873, 14'199, 11, 21}}
    );
    const auto known = reference_of(row.variant, row.size);
    REQUIRE(known);
    CHECK(row.counts.ends == known->ends);
    CHECK(row.counts.depth == known->depth);
    Crew crew(row.variant, row.size);
    CHECK(count_deep(crew, row.size.faults, row.counts.depth) == row.counts);
    CHECK(count_broad(crew, row.size.faults) == row.counts);
}

TEST_CASE("crew: with symmetry real code has few more states than the merged protocol", "[bench]") {
    struct Row {
        Variant variant;
        ProtocolSize size;
        ProtocolCounts counts;
    };
    const Row row = GENERATE(
        Row{Variant::takeover, size_1, {416, 1'065, 16, 20}},
        Row{Variant::transaction, size_1, {100, 273, 5, 13}},
        Row{Variant::fine, size_1, {265, 667, 9, 17}},
        Row{Variant::detected_takeover, size_1, {292, 748, 11, 17}},
        Row{Variant::transaction, size_2, {276, 1'044, 7, 17}},
        Row{Variant::fine, size_2, {912, 3'235, 11, 21}},
        Row{Variant::fine, size_3, {3'165, 14'147, 21, 27}}
    );
    CHECK(row.counts.depth == reference_of(row.variant, row.size)->depth);
    Crew crew(row.variant, row.size, Protocol::Symmetry::on);
    CHECK(count_deep(crew, row.size.faults, row.counts.depth) == row.counts);
    CHECK(count_broad(crew, row.size.faults) == row.counts);
}

TEST_CASE("crew: with symmetry the same guarantees break at the same budgets", "[bench]") {
    const Variant variant = GENERATE(
        Variant::takeover, Variant::transaction, Variant::fine, Variant::detected_takeover
    );
    const ProtocolSize size = GENERATE(size_1, size_2, size_3);
    Crew apart(variant, size);
    Crew alike(variant, size, Protocol::Symmetry::on);
    CHECK(breaks(apart, size.faults) == breaks(alike, size.faults));
}

TEST_CASE("crew: real code breaks in as few steps as the protocol does", "[bench]") {
    Crew takeover(Variant::takeover, size_1);
    CHECK(steps_to_violation(takeover, 0, Protocol::single_effect) == 10);
    Crew detected(Variant::detected_takeover, size_1);
    CHECK(steps_to_violation(detected, 0, Protocol::single_effect) == 0);
    CHECK(steps_to_violation(detected, 1, Protocol::single_effect) == 11);
}

TEST_CASE("crew: real code of the safe variants is safe", "[bench]") {
    const Variant variant = GENERATE(Variant::transaction, Variant::fine);
    Crew crew(variant, size_2);
    const explore::ExhaustiveResult result = explore::exhaustive(crew, {.fault_budget = 1});
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(result.violations.empty());
}

TEST_CASE("service: the whole world tells the same of each variant", "[bench]") {
    struct Row {
        Variant variant;
        std::size_t steps;  // to the violation, with a fault at most
    };
    // Without a step for taking a request, and, with a row that ends with its owner, without one
    // for taking over.
    const Row row = GENERATE(
        Row{Variant::takeover, 8},
        Row{Variant::transaction, 0},
        Row{Variant::fine, 0},
        Row{Variant::detected_takeover, 9}
    );
    const Service service(row.variant, size_1);
    const auto world = service.open();
    const auto id = static_cast<std::uint8_t>(guarantee::Id::single_effect);
    CHECK(steps_to_violation(*world, 1, id) == row.steps);
}

TEST_CASE("crew: after walks, which take no fingerprints, states have those of before", "[bench]") {
    Crew crew(Variant::fine, size_1);
    const auto fingerprint_later = [&crew] {
        crew.reset(1);
        for (int step = 0; step < 5; ++step) {
            crew.take(0);
        }
        return crew.fingerprint();
    };
    const Fingerprint before = fingerprint_later();
    static_cast<void>(explore::random_walks(crew, {.cases = 20, .fault_budget = 1}));
    CHECK(fingerprint_later() == before);
}
