#include "harness/facts.hpp"

#include <set>

#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/window.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

TEST_CASE("facts: strategies come in the catalog's order, whatever the cells' order", "[harness]") {
    const Scenario lock = scenario_with("table-lock/hardened", "");
    const Scenario table = scenario_with("dedup-table", "");
    const std::vector<Scenario> scenarios{lock, table, lock};
    const auto facts = strategy_facts(plan(scenarios));
    REQUIRE(facts.size() == 2);
    CHECK(facts[0].label == "dedup-table/published");
    CHECK(facts[1].label == "table-lock/hardened");
    CHECK(facts[1].claim == "more reliable than the table alone");
}

TEST_CASE("facts: every guarantee has a letter of its own", "[harness]") {
    const auto facts = guarantee_facts();
    CHECK(facts.size() == guarantee::all.size());
    std::set<std::string> letters;
    for (const reports::GuaranteeFacts& guarantee : facts) {
        CHECK(guarantee.letter.size() == 1);
        letters.insert(guarantee.letter);
    }
    CHECK(letters.size() == facts.size());
}

TEST_CASE("facts: a claim is about what it names, or about all but the baseline", "[harness]") {
    Scenario scenario = scenario_with("no-guard", "");
    scenario.strategies.push_back({"dedup-table", "published", {}});
    const auto about = [&](std::size_t use) {
        return claim_of(scenario, scenario.strategies[use]).about;
    };
    CHECK(claim_of(scenario, scenario.strategies[1]).text.empty());
    scenario.claim = {.text = "c", .number = 1, .about = {}, .guarantees = {}};
    CHECK_FALSE(about(0));
    CHECK(about(1));
    CHECK(claim_of(scenario, scenario.strategies[1]).guarantees == scenario.guarantees);
    scenario.claim.about = {"dedup-table/hardened"};
    CHECK_FALSE(about(1));
    scenario.claim.about = {"dedup-table"};
    CHECK(about(1));
}

TEST_CASE("facts: each window has its sentence", "[harness]") {
    for (const guarantee::Window& window : guarantee::windows) {
        CHECK(window_text(std::string(window.name)) == window.text);
    }
}

}  // namespace onceproof::harness
