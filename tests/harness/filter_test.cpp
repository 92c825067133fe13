#include "harness/filter.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

/// Two scenarios, three strategies in the first and one in the second.
std::vector<Scenario> two_scenarios() {
    Scenario reply;
    reply.id = "lost-reply";
    reply.tags = {"ci", "network"};
    reply.strategies = {
        {"no-guard", "baseline", {}}, {"two-level", "naive", {}}, {"two-level", "hardened", {}}};
    FaultRule lost;
    lost.kind = "reply-lost";
    reply.faults = {lost};
    reply.guarantees = {"single_effect", "no_lost_request"};
    Expectation broken;
    broken.strategy = "no-guard";
    Expectation any;
    reply.expectations = {broken, any};
    Scenario skew;
    skew.id = "skewed-clock";
    skew.tags = {"ci"};
    skew.strategies = {{"dedup-table", "", {}}};
    FaultRule step;
    step.kind = "clock-step";
    skew.faults = {step};
    skew.guarantees = {"single_effect"};
    return {reply, skew};
}

/// The selected cells as "scenario label", in plan order.
std::vector<std::string> cells_of(std::string_view text) {
    const auto parsed = parse_filter(text);
    CAPTURE(text);
    REQUIRE(std::holds_alternative<Filter>(parsed));
    std::vector<std::string> cells;
    for (const Scenario& scenario : select(std::get<Filter>(parsed), two_scenarios())) {
        for (const StrategyUse& use : scenario.strategies) {
            cells.push_back(scenario.id + " " + use.label());
        }
    }
    return cells;
}

FilterError error_of(std::string_view text) {
    const auto parsed = parse_filter(text);
    CAPTURE(text);
    REQUIRE(std::holds_alternative<FilterError>(parsed));
    return std::get<FilterError>(parsed);
}

using Cells = std::vector<std::string>;

}  // namespace

TEST_CASE("filter: each key selects cells by what they have under it", "[harness]") {
    CHECK(cells_of("tag:ci").size() == 4);
    CHECK(cells_of("tag:network").size() == 3);
    CHECK(cells_of("scenario:skewed-clock") == Cells{"skewed-clock dedup-table"});
    CHECK(cells_of("fault:clock-step") == Cells{"skewed-clock dedup-table"});
    CHECK(cells_of("guarantee:no_lost_request").size() == 3);
    CHECK(cells_of("strategy:no-guard") == Cells{"lost-reply no-guard/baseline"});
    CHECK(cells_of("strategy:two-level").size() == 2);
    CHECK(cells_of("strategy:two-level/naive") == Cells{"lost-reply two-level/naive"});
}

TEST_CASE("filter: ! binds before &, & before |, parentheses before all", "[harness]") {
    CHECK(cells_of("tag:ci & strategy:two-level & !fault:clock-step").size() == 2);
    CHECK(cells_of("!tag:network & tag:ci") == Cells{"skewed-clock dedup-table"});
    CHECK(cells_of("fault:clock-step | strategy:no-guard & tag:network").size() == 2);
    CHECK(cells_of("(fault:clock-step|strategy:no-guard)&tag:network").size() == 1);
    CHECK(cells_of("!(tag:network | tag:ci)").empty());
    CHECK(cells_of("!!tag:network").size() == 3);
}

TEST_CASE("filter: * stands for any text and ? for any one character", "[harness]") {
    CHECK(cells_of("strategy:*/hardened") == Cells{"lost-reply two-level/hardened"});
    CHECK(cells_of("scenario:*reply").size() == 3);
    CHECK(cells_of("scenario:*").size() == 4);
    CHECK(cells_of("tag:c?").size() == 4);
    CHECK(cells_of("tag:c").empty());
    CHECK(fits("*a*b", "xxaxxab"));
    CHECK_FALSE(fits("*a*b", "xxaxxa"));
    CHECK_FALSE(fits("ab?", "ab"));
    CHECK(fits("ab*", "ab"));
}

TEST_CASE("filter: expectations of strategies that are left out are left out too", "[harness]") {
    const auto filter = std::get<Filter>(parse_filter("strategy:two-level"));
    const auto selected = select(filter, two_scenarios());
    REQUIRE(selected.size() == 1);
    REQUIRE(selected.front().expectations.size() == 1);
    CHECK(selected.front().expectations.front().strategy == "*");
}

TEST_CASE("filter: what is no filter is told with its column and a hint", "[harness]") {
    CHECK(error_of("tag:ci &").column == 9);
    CHECK(error_of("tag:ci &").message == "a word such as tag:ci is missing here");
    CHECK(error_of("tag:ci tag:x").column == 8);
    CHECK(error_of("tag:ci tag:x").message == "an operator (& or |) is missing here");
    CHECK(error_of("(tag:ci").message == "\")\" is missing here");
    CHECK(error_of("").message == "a word such as tag:ci is missing here");
    CHECK(error_of("tag:").message == "there is no pattern behind \"tag:\"");
    CHECK(
        error_of("lost-reply").message ==
        "\"lost-reply\" is no key:pattern; write scenario:lost-reply, strategy:lost-reply or "
        "tag:lost-reply"
    );
    CHECK(error_of("!stratgy:x").column == 2);
    CHECK(
        error_of("stratgy:x").message ==
        "unknown key \"stratgy\"; did you mean \"strategy\"?; known: scenario, tag, strategy, "
        "fault, guarantee"
    );
    for (const char opener : {'(', '!'}) {
        std::string deep(200, opener);
        deep += "tag:ci";
        CHECK(error_of(deep).message == "nested too deeply");
    }
}

TEST_CASE("filter: a selection of nothing is explained by the word that no cell has", "[harness]") {
    const auto why = [](std::string_view text) {
        return why_nothing(std::get<Filter>(parse_filter(text)), two_scenarios());
    };
    CHECK(
        why("tag:ci & strategy:two-levl") ==
        "unknown strategy \"two-levl\"; did you mean \"two-level\"?"
    );
    CHECK(
        why("tag:network & fault:clock-step") ==
        "every word of it fits some cell, but no cell fits all of it"
    );
}

}  // namespace onceproof::harness
