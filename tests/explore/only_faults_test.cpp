#include "model/explore/only_faults.hpp"

#include "bench/explorer/protocol_counts.hpp"
#include "model/explore/exhaustive.hpp"
#include "tests/litmus/line.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::exhaustive;
using explore::ExhaustiveResult;
using explore::FaultAllowance;
using explore::OnlyFaults;

TEST_CASE("only faults: without an allowance no fault is offered", "[explore]") {
    Machine<Line> line({.length = 3});
    OnlyFaults calm(line, {});
    const ExhaustiveResult result = exhaustive(calm, {.fault_budget = 2});
    CHECK(result.violations.empty());
    CHECK(result.budgets.back().states == 4);
}

TEST_CASE("only faults: an allowance ends though the budget is larger", "[explore]") {
    Machine<Line> line({.length = 3});
    const std::vector<FaultAllowance> once{{.outcomes = {1}, .max = 1}};
    OnlyFaults system(line, once);
    system.reset(3);
    system.take(1);
    CHECK(system.enabled().size() == 1);
    CHECK(line.enabled().size() == 2);
    system.take(0);
    CHECK(system.enabled().size() == 1);
}

TEST_CASE("only faults: restore brings back what had struck, and prints tell it", "[explore]") {
    Machine<Line> line({.length = 3});
    const std::vector<FaultAllowance> once{{.outcomes = {1}, .max = 1}};
    OnlyFaults system(line, once);
    system.reset(3);
    const explore::Snapshot start = system.save();
    system.take(1);
    const explore::Snapshot struck = system.save();
    const Fingerprint print = system.fingerprint();
    system.restore(start);
    CHECK(system.enabled().size() == 2);
    system.take(0);
    CHECK(system.fingerprint() != print);
    system.restore(struck);
    CHECK(system.enabled().size() == 1);
    CHECK(system.fingerprint() == print);
}

TEST_CASE("only faults: with all of them allowed the same states are seen", "[explore]") {
    ProtocolSystem system = size_1.system(Protocol::Variant::takeover);
    const ExhaustiveResult all = exhaustive(system, {.fault_budget = 1});
    FaultAllowance any{.outcomes = {}, .max = 1};
    for (std::uint8_t outcome = 255; outcome != 0; --outcome) {
        any.outcomes.push_back(outcome);
    }
    OnlyFaults allowed(system, std::vector{any});
    const ExhaustiveResult same = exhaustive(allowed, {.fault_budget = 1});
    CHECK(same.budgets.front().states == all.budgets.front().states);
    CHECK(same.budgets.back().transitions == all.budgets.back().transitions);
}
