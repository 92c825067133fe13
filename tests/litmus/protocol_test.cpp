#include "bench/explorer/protocol.hpp"

#include <set>
#include <utility>
#include <vector>

#include "bench/explorer/reference.hpp"
#include "model/explore/minimise.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using Variant = Protocol::Variant;

namespace {

/// Different states in which something is broken, by an enumeration of its own: ordered set, own
/// stack.
std::size_t count_violating(Variant variant, ProtocolSize size) {
    const Protocol rules{
        variant, size.workers, static_cast<std::uint8_t>(size.workers + size.faults)};
    using State = std::pair<Protocol::State, std::size_t>;
    std::set<std::pair<std::uint64_t, std::size_t>> seen = {
        {Protocol::packed(rules.start(), size.workers), 0}};
    std::vector<State> open = {{rules.start(), 0}};
    std::size_t violating = 0;
    while (!open.empty()) {
        const State state = open.back();
        open.pop_back();
        violating += Protocol::violated(state.first) ? 1 : 0;
        OptionList options;
        rules.options(state.first, size.faults - state.second, options);
        for (const explore::Option& option : options.span()) {
            State next = state;
            std::vector<explore::Violation> violations;
            rules.apply(next.first, option, violations);
            next.second += option.outcome != 0 ? 1 : 0;
            if (seen.insert({Protocol::packed(next.first, size.workers), next.second}).second) {
                open.push_back(next);
            }
        }
    }
    return violating;
}

explore::Found first_violation(ProtocolSystem& system, std::size_t faults) {
    const explore::ExhaustiveResult result = explore::exhaustive(
        system, {.fault_budget = faults, .guarantees = {Protocol::single_effect}}
    );
    REQUIRE(result.ending == explore::Ending::found);
    for (const explore::Found& found : result.violations) {
        if (found.violation.guarantee == Protocol::single_effect) {
            return found;
        }
    }
    FAIL("the guarantee is among the violations");
    return {};
}

}  // namespace

TEST_CASE("protocol: both searches count what other tools count (B, C, A, D)", "[litmus]") {
    for (const Reference& row : references) {
        if (row.size == size_5 || (row.size == size_4 && row.variant == Variant::takeover)) {
            continue;  // the slow ones
        }
        CAPTURE(static_cast<int>(row.variant), int{row.size.workers}, int{row.size.faults});
        ProtocolSystem system = row.size.system(row.variant);
        CHECK(count_deep(system, row.size.faults, row.counts.depth) == row.counts);
        CHECK(count_broad(system, row.size.faults) == row.counts);
    }
}

TEST_CASE("protocol: merged, both searches count what other tools count (B, C, A)", "[litmus]") {
    for (const AlikeReference& row : alike_references) {
        CAPTURE(static_cast<int>(row.variant), int{row.size.workers}, int{row.size.faults});
        ProtocolSystem system = row.size.system(row.variant, Protocol::Symmetry::on);
        const ProtocolCounts deep = count_deep(system, row.size.faults, 0);
        const ProtocolCounts broad = count_broad(system, row.size.faults);
        CHECK(deep.states == row.states);
        CHECK(broad.states == row.states);
        CHECK(deep.transitions == broad.transitions);
        CHECK(broad.depth == reference_of(row.variant, row.size)->depth);
    }
}

TEST_CASE("protocol: merged, the same guarantees break at the same budgets", "[litmus]") {
    const Variant variant = GENERATE(
        Variant::takeover, Variant::transaction, Variant::fine, Variant::detected_takeover
    );
    const ProtocolSize size = GENERATE(size_1, size_2, size_3);
    const auto broken = [&](Protocol::Symmetry symmetry) {
        ProtocolSystem system = size.system(variant, symmetry);
        std::set<std::pair<std::uint8_t, std::size_t>> found;
        for (const explore::Found& each :
             explore::exhaustive(system, {.fault_budget = size.faults}).violations) {
            found.insert({each.violation.guarantee, each.schedule.fault_budget});
        }
        return found;
    };
    CHECK(broken(Protocol::Symmetry::on) == broken(Protocol::Symmetry::off));
}

TEST_CASE("protocol: the safe variants are safe at every size up to four workers", "[litmus]") {
    const Variant variant = GENERATE(Variant::transaction, Variant::fine);
    ProtocolSystem system = size_4.system(variant);
    const explore::ExhaustiveResult result = explore::exhaustive(system, {.fault_budget = 2});
    CHECK(result.ending == explore::Ending::exhausted);
    CHECK(result.violations.empty());
}

TEST_CASE("protocol: as many states are violating as other tools count (A, D)", "[litmus]") {
    CHECK(count_violating(Variant::takeover, size_1) == 110);
    CHECK(count_violating(Variant::takeover, size_2) == 2'345);
    CHECK(count_violating(Variant::takeover, size_3) == 14'198);
    CHECK(count_violating(Variant::detected_takeover, size_1) == 36);
    CHECK(count_violating(Variant::detected_takeover, size_2) == 307);
    CHECK(count_violating(Variant::detected_takeover, size_3) == 2'314);
}

TEST_CASE("protocol: taking over breaks without a fault, in 10 steps at the least", "[litmus]") {
    const ProtocolSize size = GENERATE(size_1, size_2, size_3, size_4);
    ProtocolSystem system = size.system(Variant::takeover);
    CHECK(first_violation(system, size.faults).schedule.fault_budget == 0);
    const explore::ShortestResult result =
        explore::shortest(system, {.fault_budget = 0, .guarantee = Protocol::single_effect});
    REQUIRE(result.found);
    CHECK(result.found->schedule.steps.size() == 10);
}

TEST_CASE(
    "protocol: a perfect detector breaks by one crash, in 11 steps at the least", "[litmus]"
) {
    const ProtocolSize size = GENERATE(size_1, size_2, size_3, size_4);
    ProtocolSystem system = size.system(Variant::detected_takeover);
    CHECK(first_violation(system, size.faults).schedule.fault_budget == 1);
    const explore::ShortestResult result =
        explore::shortest(system, {.fault_budget = 1, .guarantee = Protocol::single_effect});
    REQUIRE(result.found);
    CHECK(result.found->schedule.steps.size() == 11);
    CHECK(explore::faults_in(result.found->schedule) == 1);
}
