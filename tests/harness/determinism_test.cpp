#include "harness/determinism.hpp"

#include <unistd.h>

#include "harness/witness.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

/// A violated cell, one that holds, and one of walks.
std::vector<Scenario> scenarios() {
    std::vector<Scenario> all;
    for (const std::string strategy : {"no-guard", "dedup-table/hardened", "redis-key/hardened"}) {
        all.push_back(scenario_with(strategy, lost_reply_only("single_effect")));
        all.back().id = strategy;
    }
    all.back().mode = Mode::random;
    all.back().cases = 1000;
    return all;
}

constexpr auto witness_name = "determinism: what the second process of these cases runs";

/// What comes of searching all cells and passing each on.
reports::Determinism checked(
    std::vector<std::string> arguments, double percent, const std::vector<Scenario>& all
) {
    DeterminismCheck check({.percent = percent, .seed = 5, .arguments = std::move(arguments)});
    SearchOptions options;
    options.on_searched = [&](const Cell& cell, world::World& world, const auto& result) {
        check.check(cell, world, result);
    };
    const std::vector<Cell> cells = plan(all);
    static_cast<void>(run_cells(cells, 2, options, [](std::size_t, const auto&) {}));
    return check.finish();
}

TEST_CASE("determinism: another process sees the same events (three cells)", "[harness]") {
    const reports::Determinism result = checked({witness_name}, 10, scenarios());
    CHECK(result.trouble.empty());
    CHECK(result.percent == 10);
    // 10 drawn runs and a counterexample, 10 drawn runs, 100 walks.
    CHECK(result.cases == 11 + 10 + 100);
    CHECK(result.differences.empty());
}

TEST_CASE("determinism: a cell that is another one there is trouble", "[harness]") {
    // Of the same name, but not of the same content.
    std::vector<Scenario> all = scenarios();
    all[1].workload.starts = {std::chrono::seconds(1)};
    const reports::Determinism result = checked({witness_name}, 1, all);
    CHECK(result.trouble == "the scenario files have changed during the run");
}

TEST_CASE("determinism: a second process that ends early leaves it undecided", "[harness]") {
    const reports::Determinism result = checked({"--list-reporters"}, 100, scenarios());
    CHECK(result.trouble.starts_with("the second process "));
    CHECK(result.differences.empty());
}

TEST_CASE("determinism: after an interrupt it says nothing", "[harness]") {
    DeterminismCheck
        check({.percent = 1, .seed = 0, .arguments = {witness_name}, .should_stop = [] {
                   return true;
               }});
    const reports::Determinism result = check.finish();
    CHECK(result.percent == 0);
    CHECK(result.trouble.empty());
}

// Hidden: started by the cases above, in a process of its own.
TEST_CASE("determinism: what the second process of these cases runs", "[.]") {
    const std::vector<Scenario> all = scenarios();
    const Statement statement = witness(plan(all), 2, [] { return receive_message(STDIN_FILENO); });
    send_message(STDOUT_FILENO, bytes_of(statement));
    _exit(0);
}

}  // namespace
}  // namespace onceproof::harness
