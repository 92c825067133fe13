#include "harness/tree.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("parse_toml: a duplicate key is an error at the second one", "[harness]") {
    CHECK(
        messages_for("[workload]\nkeys = 1\nkeys = 5\n") ==
        R"(s.toml:6:1: error: duplicate key "keys"
    6 | keys = 5
      | ^~~~
)"
    );
    CHECK(
        messages_for("service.database = { pool = 1, pool = 2 }\n") ==
        R"(s.toml:4:32: error: duplicate key "pool"
    4 | service.database = { pool = 1, pool = 2 }
      |                                ^~~~
)"
    );
}

TEST_CASE("parse_toml: a table that stands twice is named as it is written", "[harness]") {
    CHECK(
        messages_for("[strategy.\"redis-key\"]\ntries = 2\n  [strategy.\"redis-key\"] # again\n") ==
        R"(s.toml:6:3: error: duplicate table [strategy."redis-key"]
    6 |   [strategy."redis-key"] # again
      |   ^~~~~~~~~~~~~~~~~~~~~~
)"
    );
}

TEST_CASE("parse_toml: text that is no TOML is shown where reading stopped", "[harness]") {
    CHECK(
        messages_for("workload.keys = 08\n") ==
        R"(s.toml:4:19: error: not TOML: leading zeroes are prohibited
    4 | workload.keys = 08
      |                   ^
)"
    );
}

TEST_CASE("parse_toml: entries keep the order and the places of the file", "[harness]") {
    const auto parsed = parse_toml("z = 1\n[b]\ny = [true, \"x\"]\na = 1.5\n", "f.toml");
    const auto* root = std::get_if<Node>(&parsed);
    REQUIRE(root != nullptr);
    const Table& table = *root->as<Table>();
    REQUIRE(table.entries.size() == 2);
    CHECK(table.entries[0].key == "z");
    const Entry* b = table.find("b");
    REQUIRE(b != nullptr);
    const Entry& list = b->value.as<Table>()->entries[0];
    CHECK(list.key == "y");
    CHECK(list.place.line == 3);
    CHECK(list.place.column == 1);
    CHECK(list.value.place.column == 5);
    CHECK(list.value.place.width == 11);
    CHECK(spelled(list.value) == "[true, x]");
    CHECK(spelled(b->value.as<Table>()->entries[1].value) == "1.5");
    CHECK(list.place.source->lines[2] == "y = [true, \"x\"]");
}

TEST_CASE("Table: set replaces a value and its place, or adds an entry", "[harness]") {
    Table table;
    table.set("a", Place{nullptr, 1, 1, 1}, Node{{}, std::int64_t{1}});
    table.set("b", Place{nullptr, 2, 1, 1}, Node{{}, std::int64_t{2}});
    table.set("a", Place{nullptr, 3, 1, 1}, Node{{}, true});
    REQUIRE(table.entries.size() == 2);
    CHECK(table.find("a")->place.line == 3);
    CHECK(*table.find("a")->value.as<bool>());
}

}  // namespace
}  // namespace onceproof::harness
