#include "model/world/rule_table.hpp"

#include <vector>

#include "tests/support/catch.hpp"

using namespace onceproof::world;
using enum FaultKind;

namespace {

const std::vector<FaultRule> rules = {
    {.kind = crash_before, .at = "kv"},
    {.kind = redis_restart},
    {.kind = crash_before, .at = "gateway.charge"},
    {.kind = lock_timeout, .at = "sql.update"},
    {.kind = redelivery},
    {.kind = stall},
};

}  // namespace

TEST_CASE("rule table: an operation is struck by the rules that name it", "[world]") {
    const RuleTable table(rules);
    CHECK(table.at(OpCode::kv_set) == 0b100001);
    CHECK(table.at(OpCode::gateway_charge) == 0b100100);
    CHECK(table.at(OpCode::sql_update) == 0b100000);
    CHECK(table.at(OpCode::call_reply) == 0);
    CHECK(table.at(OpCode::sql_open) == 0);
}

TEST_CASE("rule table: what waits is struck by other rules", "[world]") {
    const RuleTable table(rules);
    CHECK(table.waiting(OpCode::sql_update) == 0b001000);
    CHECK(table.waiting(OpCode::sql_insert) == 0);
    CHECK(table.waiting(OpCode::kv_set) == 0);
}

TEST_CASE("rule table: faults of stores and processes come by themselves", "[world]") {
    CHECK(RuleTable(rules).environment() == 0b010010);
}

TEST_CASE("rule table: an outcome says the kind and which rule of that kind", "[world]") {
    const RuleTable table(rules);
    CHECK(table.outcome_of(0) == 7);
    CHECK(table.outcome_of(1) == 12);
    CHECK(table.outcome_of(2) == 32 + 7);
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        CHECK(table.rule_of(table.outcome_of(rule)) == rule);
        CHECK(RuleTable::kind_of(table.outcome_of(rule)) == rules[rule].kind);
    }
}

TEST_CASE("rule table: the rules of a set come in their order", "[world]") {
    std::vector<std::size_t> seen;
    for_each_rule(0b1000000000100101, [&](std::size_t rule) { seen.push_back(rule); });
    CHECK(seen == std::vector<std::size_t>{0, 2, 5, 15});
}
