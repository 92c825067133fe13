#include "tests/conformance/sql_forkable.hpp"
#include "tests/conformance/sql_law.hpp"
#include "tests/conformance/sql_servers.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

TEST_CASE("SQL fake: sequences over three sessions go as on PostgreSQL", "[backends]") {
    const auto real = postgres_with(schema_text, ForkableFake::sessions);
    const Totals totals =
        run_sequences(*real, postgres_alphabet(), {.count = 100, .size_max = 160});
    CHECK(totals.agree);
    CHECK(totals.blocked > 0);
}

}  // namespace onceproof::conformance
