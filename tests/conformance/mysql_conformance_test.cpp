#include "tests/conformance/settings.hpp"
#include "tests/conformance/sql_runs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

TEST_CASE("SQL fake of mysql: sequences over three sessions go as on MariaDB", "[backends]") {
    const Figures figures = compare_sequences(
        mariadb(), mysql_alphabet(), settings().sequences, "one to three sessions"
    );
    if (!settings().is_full()) return;
    CHECK(figures.waits > 0);
    CHECK(figures.deadlocks > 0);
}

TEST_CASE("SQL fake of mysql: what the strategies say goes as on MariaDB", "[backends]") {
    compare_strategies(mariadb(), fake::Dialect::mysql, settings().one_for(10));
}

TEST_CASE("SQL fake of mysql: errors planted in it are caught within 500 sequences", "[backends]") {
    catch_all(mariadb(), mysql_alphabet(), mysql_mistakes());
}

}  // namespace onceproof::conformance
