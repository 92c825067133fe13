#include "tests/conformance/settings.hpp"
#include "tests/conformance/sql_runs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

TEST_CASE("SQL fake: sequences over three sessions go as on PostgreSQL", "[backends]") {
    const Figures figures = compare_sequences(
        postgres(), postgres_alphabet(), settings().sequences, "one to three sessions"
    );
    if (settings().is_full()) CHECK(figures.waits > 0);
}

TEST_CASE("SQL fake: what the strategies say goes as on PostgreSQL", "[backends]") {
    compare_strategies(postgres(), fake::Dialect::postgres, settings().one_for(10));
}

TEST_CASE("SQL fake: errors planted in it are caught within 500 sequences", "[backends]") {
    catch_all(postgres(), postgres_alphabet(), postgres_mistakes());
}

}  // namespace onceproof::conformance
