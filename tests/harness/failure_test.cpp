#include "harness/failure.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

explore::Schedule schedule_of(std::vector<explore::Option> options) {
    explore::Schedule schedule;
    for (const explore::Option& option : options)
        schedule.steps.push_back({option, 0});
    return schedule;
}

const Broken broken{.strategy = "redis-key/published", .guarantee = "single_effect"};

TEST_CASE("failure: actors count by when they act first, objects not at all", "[harness]") {
    const std::string first = fingerprint_of(broken, schedule_of({{3, 7, 1, 0}, {5, 2, 1, 4}}));
    CHECK(first.size() == 16);
    CHECK(first == fingerprint_of(broken, schedule_of({{9, 7, 8, 0}, {1, 2, 1, 4}})));
    CHECK(first != fingerprint_of(broken, schedule_of({{3, 7, 1, 0}, {3, 2, 1, 4}})));
    CHECK(first != fingerprint_of(broken, schedule_of({{3, 7, 1, 0}, {5, 2, 1, 0}})));
    CHECK(first != fingerprint_of(broken, schedule_of({{5, 2, 1, 4}, {3, 7, 1, 0}})));
    CHECK(first != fingerprint_of({"redis-key", "single_effect"}, schedule_of({})));
}

TEST_CASE(
    "failure: every sweep point of the suite stands alone, and its cells keep their identity",
    "[harness]"
) {
    for (const Scenario& scenario : scenarios_of()) {
        const Decoded decoded = decode_text(alone(scenario), scenario.file, known_vocabulary());
        INFO(scenario.file << "\n" << render(decoded.diagnostics));
        REQUIRE(decoded.scenarios.size() == 1);
        const Scenario& copy = decoded.scenarios.front();
        for (std::size_t i = 0; i < scenario.strategies.size(); ++i) {
            REQUIRE(
                identity_of(copy, copy.strategies.at(i)) ==
                identity_of(scenario, scenario.strategies[i])
            );
        }
    }
}

TEST_CASE("failure: what is violated has a fingerprint, and nothing else has", "[harness]") {
    const reports::CellResult cell = run(scenario_with("redis-key/published", lost_reply));
    std::size_t violated = 0;
    for (const reports::GuaranteeResult& result : cell.guarantees) {
        const bool broke = result.verdict == reports::Verdict::violated;
        violated += broke ? 1 : 0;
        CHECK(result.fingerprint.size() == (broke ? 16 : 0));
    }
    CHECK(violated > 0);
}

}  // namespace
}  // namespace onceproof::harness
