#include "model/fake/sql/evaluate.hpp"

#include <string>

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

/// The value of an expression without a table.
std::string value_of(const std::string& expression) {
    Scene scene;
    scene.now = Instant(Duration(1'000'000));
    const std::string shown = scene.run(0, "SELECT " + expression);
    return shown.starts_with("1: ") ? shown.substr(3) : shown;
}

}  // namespace

TEST_CASE("SQL evaluation: AND, OR and NOT know three values", "[fake]") {
    CHECK(value_of("NULL AND false") == "0");
    CHECK(value_of("false AND NULL") == "0");
    CHECK(value_of("NULL AND true") == "NULL");
    CHECK(value_of("NULL OR true") == "1");
    CHECK(value_of("NULL OR false") == "NULL");
    CHECK(value_of("NOT NULL") == "NULL");
    CHECK(value_of("NULL = NULL") == "NULL");
    CHECK(value_of("1 IN (2, NULL)") == "NULL");
    CHECK(value_of("1 IN (1, NULL)") == "1");
    CHECK(value_of("1 NOT IN (2, NULL)") == "NULL");
    CHECK(value_of("NULL IS NULL") == "1");
    CHECK(value_of("1 IS NOT NULL") == "1");
}

TEST_CASE("SQL evaluation: integers are as wide as their types and refuse to overflow", "[fake]") {
    CHECK(value_of("2 + 3 * 4 - 1") == "13");
    CHECK(value_of("-(2 - 5)") == "3");
    CHECK(value_of("2147483647 + 1") == "rejected");
    CHECK(value_of("2147483647::bigint + 1") == "2147483648");
    CHECK(value_of("32768::smallint") == "rejected");
    CHECK(value_of("9223372036854775807 + 1") == "rejected");
}

TEST_CASE("SQL evaluation: instants and intervals", "[fake]") {
    CHECK(value_of("now()") == "1000000us");
    CHECK(value_of("now() + interval '2 seconds'") == "3000000us");
    CHECK(value_of("now() - 2 * interval '1 second'") == "-1000000us");
    CHECK(value_of("now() - (now() - interval '1 day') = interval '24 hours'") == "1");
    CHECK(value_of("current_timestamp < now() + interval '1 microsecond'") == "1");
}

TEST_CASE("SQL evaluation: texts compare by bytes", "[fake]") {
    CHECK(value_of("'a' < 'b'") == "1");
    CHECK(value_of("'a' <> 'A'") == "1");
    CHECK(value_of("'' < 'a'") == "1");
}

TEST_CASE("SQL evaluation: a varchar counts characters and may lose only spaces", "[fake]") {
    Scene scene("CREATE TABLE t (a varchar(3))");
    CHECK(scene.run(0, "INSERT INTO t VALUES ($1)", "abc") == "1");
    CHECK(scene.run(0, "INSERT INTO t VALUES ($1)", "äöü") == "1");
    CHECK(scene.run(0, "INSERT INTO t VALUES ($1)", "xyz  ") == "1");
    CHECK(scene.run(0, "INSERT INTO t VALUES ($1)", "abcd") == "rejected");
    CHECK(scene.committed("t") == std::vector<std::string>{"abc", "xyz", "äöü"});
}

}  // namespace onceproof::fake
