#include "model/explore/exhaustive.hpp"

#include <algorithm>
#include <numeric>

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/replay.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Ending;
using explore::exhaustive;
using explore::ExhaustiveRequest;
using explore::ExhaustiveResult;
using Variant = Protocol::Variant;

TEST_CASE("exhaustive: searches every budget from none up to the one asked for", "[explore]") {
    Machine<Line> system({.length = 10});
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 2});
    REQUIRE(result.budgets.size() == 3);
    for (std::size_t budget = 0; budget < 3; ++budget) {
        CHECK(result.budgets[budget].fault_budget == budget);
        CHECK(result.budgets[budget].ending == Ending::exhausted);
        CHECK(result.budgets[budget].depth_max == 10);
        CHECK(result.budgets[budget].ends == budget + 1);
    }
    // At place p there are min(p, budget) + 1 different numbers of faults.
    CHECK(result.budgets[0].states == 11);
    CHECK(result.budgets[1].states == 11 + 10);
    CHECK(result.budgets[2].states == 11 + 10 + 9);
}

TEST_CASE("exhaustive: one search reports all broken guarantees, each once", "[explore]") {
    Machine<Line> system({.length = 10});
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 2});
    CHECK(result.ending == Ending::exhausted);
    REQUIRE(result.violations.size() == 10);
    std::vector<int> codes;
    for (const explore::Found& found : result.violations) {
        codes.push_back(found.violation.guarantee);
        CHECK(found.schedule.fault_budget == 1);
        CHECK(found.schedule.steps.size() == found.violation.guarantee);
        CHECK(explore::faults_in(found.schedule) == 1);
    }
    std::sort(codes.begin(), codes.end());
    CHECK(codes == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("exhaustive: ends early when all guarantees asked for are broken", "[explore]") {
    Machine<Line> system({.length = 10});
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 2, .guarantees = {9, 8}});
    CHECK(result.ending == Ending::found);
    REQUIRE(result.budgets.size() == 2);
    CHECK(result.budgets[0].ending == Ending::exhausted);
    CHECK(result.budgets[1].ending == Ending::found);
    // Depth first from the end of the run: 10, 9, 8.
    CHECK(result.violations.size() == 3);
}

TEST_CASE("exhaustive: goes on for the guarantees that larger budgets break", "[explore]") {
    // Taking over breaks both without a fault; with the detector it takes one.
    ProtocolSystem system = size_1.system(Variant::detected_takeover);
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 1});
    CHECK(result.ending == Ending::exhausted);
    REQUIRE(result.violations.size() == 2);
    CHECK(result.violations[0].schedule.fault_budget == 1);
    CHECK(result.violations[1].schedule.fault_budget == 1);
}

TEST_CASE("exhaustive: each violation's schedule breaks its guarantee again", "[explore]") {
    const Variant variant = GENERATE(Variant::takeover, Variant::detected_takeover);
    ProtocolSystem system = size_2.system(variant);
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 1});
    REQUIRE(result.violations.size() == 2);
    for (const explore::Found& found : result.violations) {
        const auto deviations = explore::deviations_of(system, found.schedule);
        REQUIRE(deviations);
        const explore::ReplayResult again = explore::replay(
            system,
            {.fault_budget = found.schedule.fault_budget,
             .deviations = *deviations,
             .guarantee = found.violation.guarantee},
            {}
        );
        CHECK(again.end == explore::ReplayEnd::reproduced);
        CHECK(again.schedule == found.schedule);
    }
}

TEST_CASE("exhaustive: counts how often each fault struck", "[explore]") {
    ProtocolSystem safe = size_1.system(Variant::transaction);
    const ExhaustiveResult result = exhaustive(safe, {.fault_budget = 1});
    std::uint64_t transitions = 0;
    for (const explore::BudgetCounts& counts : result.budgets) {
        transitions += counts.transitions;
    }
    CHECK(
        std::accumulate(result.outcomes.begin(), result.outcomes.end(), std::uint64_t{0}) ==
        transitions
    );
    CHECK(result.outcomes[Protocol::lost] > 0);
    CHECK(result.outcomes[Protocol::fails] > 0);
    CHECK(result.outcomes[Protocol::crash] > 0);
    CHECK(result.outcomes[Protocol::crash + 1] == 0);

    const ExhaustiveResult calm = exhaustive(safe, {.fault_budget = 0});
    CHECK(calm.outcomes[Protocol::ok] == calm.budgets[0].transitions);
}

TEST_CASE("exhaustive: gives up at the most states and says so", "[explore]") {
    ProtocolSystem system = size_3.system(Variant::fine);
    const ExhaustiveResult cut =
        exhaustive(system, {.fault_budget = 2, .limits = {.states_max = 12'322}});
    CHECK(cut.ending == Ending::states_limit);
    REQUIRE(cut.budgets.size() == 3);
    CHECK(cut.budgets[1].ending == Ending::exhausted);
    CHECK(cut.budgets[2].ending == Ending::states_limit);
    // Exactly as many as there are is enough.
    const ExhaustiveResult whole =
        exhaustive(system, {.fault_budget = 2, .limits = {.states_max = 12'323}});
    CHECK(whole.ending == Ending::exhausted);
}

TEST_CASE("exhaustive: gives up at the most memory and says so", "[explore]") {
    ProtocolSystem system = size_4.system(Variant::fine);
    const ExhaustiveResult cut =
        exhaustive(system, {.fault_budget = 2, .limits = {.memory_max = 2'000'000}});
    CHECK(cut.ending == Ending::memory_limit);
    REQUIRE(cut.budgets.size() == 3);
    CHECK(cut.budgets[1].ending == Ending::exhausted);
    CHECK(cut.budgets[2].ending == Ending::memory_limit);
    // A state takes up to 32 bytes, and only so much more is seen as between two looks.
    CHECK(cut.budgets[2].states > 2'000'000 / 33);
    CHECK(cut.budgets[2].states < 2'000'000 / 22);
    const ExhaustiveResult whole =
        exhaustive(system, {.fault_budget = 2, .limits = {.memory_max = 4'000'000}});
    CHECK(whole.ending == Ending::exhausted);
}

TEST_CASE("exhaustive: a deep stack counts as memory", "[explore]") {
    // 250 states, and a snapshot of each on the stack.
    Machine<Line> system({.length = 250});
    const ExhaustiveRequest small{.fault_budget = 1, .limits = {.memory_max = 20'000}};
    CHECK(exhaustive(system, small).ending == Ending::memory_limit);
    const ExhaustiveRequest large{.fault_budget = 1, .limits = {.memory_max = 100'000}};
    CHECK(exhaustive(system, large).ending == Ending::exhausted);
}

TEST_CASE("exhaustive: its share of the work only grows, up to a whole", "[explore]") {
    ProtocolSystem system = size_4.system(Variant::fine);
    explore::Progress progress;
    std::vector<std::uint64_t> shares;
    const auto look = [&] {
        shares.push_back(progress.share);
        return false;
    };
    const ExhaustiveResult result = exhaustive(
        system, {.fault_budget = 2, .limits = {.should_stop = look, .progress = &progress}}
    );
    CHECK(result.ending == Ending::exhausted);
    CHECK(progress.share == explore::Progress::whole);
    CHECK(std::is_sorted(shares.begin(), shares.end()));
    // No rush to the end: the last budget is four times the one before.
    CHECK(shares[shares.size() / 2] > explore::Progress::whole / 10);
    CHECK(shares[shares.size() / 2] < explore::Progress::whole);
}

TEST_CASE("exhaustive: a search that ends early has a whole share, too", "[explore]") {
    Machine<Line> system({.length = 10});
    explore::Progress progress;
    const ExhaustiveResult result = exhaustive(
        system, {.fault_budget = 5, .guarantees = {9}, .limits = {.progress = &progress}}
    );
    CHECK(result.ending == Ending::found);
    CHECK(progress.share == explore::Progress::whole);
}

TEST_CASE("exhaustive: stops when asked to and reports what it has done", "[explore]") {
    ProtocolSystem system = size_4.system(Variant::fine);
    int asked = 0;
    explore::Progress progress;
    const ExhaustiveResult result = exhaustive(
        system,
        {.fault_budget = 2,
         .limits = {.should_stop = [&asked] { return ++asked == 100; }, .progress = &progress}}
    );
    CHECK(result.ending == Ending::stopped);
    CHECK(asked == 100);
    std::uint64_t transitions = 0;
    std::uint64_t states = 0;
    for (const explore::BudgetCounts& counts : result.budgets) {
        transitions += counts.transitions;
        states += counts.states;
    }
    CHECK(progress.transitions == transitions);
    CHECK(progress.states == states);
    CHECK(progress.fault_budget == result.budgets.back().fault_budget);
}

TEST_CASE("exhaustive: a path of 100,000 steps needs no deep stack", "[explore]") {
    // Two budgets of a long line would overflow a recursive search.
    struct LongLine {
        using State = std::uint32_t;
        [[nodiscard]] State start() const { return 0; }
        void options(const State& state, std::size_t faults_left, OptionList& list) const {
            if (state < 100'000) {
                list.add({0, 0, 0, 0});
                if (faults_left > 0) {
                    list.add({0, 0, 0, 1});
                }
            }
        }
        void apply(State& state, const explore::Option&, std::vector<explore::Violation>&) const {
            ++state;
        }
        void hash(const State& state, Hasher& hasher) const { hasher.add(state); }
        [[nodiscard]] std::string describe(const explore::Option&) const { return "a:step"; }
    };
    Machine<LongLine> system({});
    const ExhaustiveResult result = exhaustive(system, {.fault_budget = 1});
    CHECK(result.ending == Ending::exhausted);
    CHECK(result.budgets[1].states == 200'001);
    CHECK(result.budgets[1].depth_max == 100'000);
}
