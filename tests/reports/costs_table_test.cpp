#include "reports/costs_table.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {

TEST_CASE("read_costs_tables: figures of calls that repeat nothing, by strategy", "[reports]") {
    const auto tables = read_costs_tables(
        "# Costs\n\n## Raw limits\n\n| loop | a |\n|---|--:|\n| x | 1 |\n\n"
        "## PostgreSQL, 1 thread\n\n| strategy | load | requests/s | p99 |\n|---|---|--:|--:|\n"
        "| a/b | 0 % | 1,000 | 0.25 |\n| a/b | 50 % | 2 | 3 |\n| c | 0 % | broke it | |\n"
    );
    REQUIRE(tables.size() == 1);
    CHECK(tables[0].heading == "PostgreSQL, 1 thread");
    CHECK(tables[0].columns == std::vector<std::string>{"requests/s", "p99"});
    REQUIRE(tables[0].rows.size() == 2);
    CHECK(tables[0].rows.at("a/b") == std::vector<std::string>{"1,000", "0.25"});
    CHECK(tables[0].rows.at("c") == std::vector<std::string>{"broke it"});
}

TEST_CASE("read_costs_tables: another text has none", "[reports]") {
    CHECK(read_costs_tables("").empty());
    CHECK(read_costs_tables("## PostgreSQL, 1 thread\n\n| a | b |\n").empty());
}

}  // namespace onceproof::reports
