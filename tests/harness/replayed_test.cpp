#include "harness/replayed.hpp"

#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {

TEST_CASE("replayed: a token's cell is found among others, or is none of them", "[harness]") {
    const Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    const Scenario other = scenario_with("dedup-table", lost_reply_only("single_effect"));
    const std::vector<Cell> cells{
        {&other, &other.strategies.front()}, {&scenario, &scenario.strategies.front()}};
    const auto decoded = explore::decode(result_of(run(scenario), "single_effect").token);
    REQUIRE(decoded.token.has_value());
    const auto cell = cell_of(cells, *decoded.token);
    REQUIRE(cell.has_value());
    CHECK(cell->scenario == &scenario);
    CHECK(head_of(*cell) == "s / no-guard/baseline\nt\n");
    CHECK_FALSE(cell_of(std::span(cells).first(1), *decoded.token).has_value());
}

TEST_CASE("replayed: each end of a replay is one line", "[harness]") {
    const explore::Token token{.guarantee = 1};
    const auto text_of = [&](explore::ReplayEnd end) {
        explore::ReplayResult result;
        result.end = end;
        return outcome_text(result, token);
    };
    CHECK(
        text_of(explore::ReplayEnd::reproduced) == "still fails  single_effect breaks as recorded\n"
    );
    CHECK(
        text_of(explore::ReplayEnd::not_reproduced) ==
        "fixed  the run is as recorded, and single_effect holds\n"
    );
    CHECK(
        text_of(explore::ReplayEnd::too_long) ==
        "fixed  single_effect holds, but the run does not end\n"
    );
}

}  // namespace onceproof::harness
