#include "tests/conformance/sql_forkable.hpp"
#include "tests/conformance/sql_law.hpp"
#include "tests/conformance/sql_servers.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

TEST_CASE("SQL fake, mysql: sequences over three sessions go as on MariaDB", "[backends]") {
    const auto real = mariadb_with(schema_text, ForkableFake::sessions);
    const Totals totals = run_sequences(*real, mysql_alphabet(), {.count = 60, .size_max = 120});
    CHECK(totals.agree);
    CHECK(totals.blocked > 0);
    CHECK(totals.deadlocks > 0);
}

}  // namespace onceproof::conformance
