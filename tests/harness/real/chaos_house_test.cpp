#include "harness/real/chaos_house.hpp"

#include <chrono>

#include "tests/harness/example_cells.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

TEST_CASE(
    "chaos house: starts what the cell needs, and serves it; its ledger is the table", "[backend]"
) {
    const Scenario scenario = scenario_with(
        "table-lock/hardened", "workload.callers = 1\nworkload.effect = \"in-transaction\"\n"
    );
    const StrategyUse& use = scenario.strategies.front();
    const ChaosMenu menu = menu_of(scenario, *strategy::find(use.name));
    ServerEvents events(std::chrono::steady_clock::now());
    ChaosHouse house(scenario, use, menu, 10s);
    REQUIRE_FALSE(house.start().has_value());
    REQUIRE(house.servers().size() == 2);
    CHECK(house.servers()[0].starts_with("PostgreSQL "));
    CHECK(house.servers()[1].starts_with("Redis "));
    CHECK(house.effects_are_rows());
    auto& desks = house.open_desks(100, 1, events);
    CHECK(desks.size() == 32);  // 96 seats, three attempts of one caller each
    std::map<std::string, std::size_t> struck;
    const RequestLog log = desks[0]->serve(7, struck);
    REQUIRE(log.answers.size() == 1);
    CHECK(log.answers[0].reply.kind == ReplyKind::done);
    CHECK(house.ledger() == 1);
    REQUIRE(house.effect_rows(0).has_value());
    CHECK(house.effect_rows(0)->rows.size() == 1);
    CHECK(house.effect_rows(1)->rows.empty());
    house.close_desks();
}

}  // namespace
}  // namespace onceproof::harness
