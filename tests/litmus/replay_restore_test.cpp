#include "tests/litmus/replay_restore.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/fewest.hpp"
#include "tests/litmus/check_then_act.hpp"
#include "tests/litmus/peterson.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;

namespace {

/// Every search sees the same whether a state comes back as a copy or by walking to it again.
void check_alike(explore::TransitionSystem& copied, std::size_t faults, std::uint8_t guarantee) {
    ReplayRestore walked(copied);
    const auto deep = explore::exhaustive(copied, {.fault_budget = faults});
    const auto deep_walked = explore::exhaustive(walked, {.fault_budget = faults});
    REQUIRE(deep.budgets.size() == deep_walked.budgets.size());
    for (std::size_t budget = 0; budget < deep.budgets.size(); ++budget) {
        CHECK(deep.budgets[budget].states == deep_walked.budgets[budget].states);
        CHECK(deep.budgets[budget].transitions == deep_walked.budgets[budget].transitions);
        CHECK(deep.budgets[budget].ends == deep_walked.budgets[budget].ends);
        CHECK(deep.budgets[budget].depth_max == deep_walked.budgets[budget].depth_max);
    }
    CHECK(deep.outcomes == deep_walked.outcomes);
    REQUIRE(deep.violations.size() == deep_walked.violations.size());
    for (std::size_t index = 0; index < deep.violations.size(); ++index) {
        CHECK(deep.violations[index].schedule == deep_walked.violations[index].schedule);
    }
    CHECK(count_broad(copied, faults) == count_broad(walked, faults));
    const auto few = explore::fewest(copied, {faults, guarantee, {}});
    const auto few_walked = explore::fewest(walked, {faults, guarantee, {}});
    CHECK(few.states == few_walked.states);
    CHECK(few.deviations == few_walked.deviations);
    CHECK(few.found.has_value() == few_walked.found.has_value());
}

}  // namespace

TEST_CASE("restore: by copy and by replay every search sees the same (protocol)", "[litmus]") {
    using Variant = Protocol::Variant;
    const Variant variant = GENERATE(
        Variant::takeover, Variant::transaction, Variant::fine, Variant::detected_takeover
    );
    const ProtocolSize size = GENERATE(size_1, size_2);
    ProtocolSystem system = size.system(variant);
    check_alike(system, size.faults, Protocol::single_effect);
}

TEST_CASE("restore: by copy and by replay every search sees the same (small systems)", "[litmus]") {
    Machine<CheckThenAct> callers({});
    check_alike(callers, 2, CheckThenAct::once);
    Machine<Peterson> lock({.rounds = 2, .polite = false});
    check_alike(lock, 0, Peterson::exclusion);
}
