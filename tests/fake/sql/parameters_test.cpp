#include "model/fake/sql/parameters.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE("SQL parameters: numbers and texts are converted as if sent as text", "[fake]") {
    Scene scene;
    CHECK(scene.run(0, "INSERT INTO account VALUES ($1, $2)", "7", 1) == "1");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = $1", " +7\n") == "1: 1");
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ($1)", 42) == "1");
    CHECK(scene.run(0, "SELECT name FROM claim WHERE name = $1", "42") == "1: 42");
    CHECK(scene.run(0, "INSERT INTO account VALUES ($1, $2)", "x", 1) == "rejected");
    CHECK(scene.run(0, "SELECT $1", 5) == "1: 5");
}

TEST_CASE("SQL parameters: a number too wide for the type is refused", "[fake]") {
    Scene scene;
    CHECK(scene.run(0, "SELECT id FROM claim WHERE status = $1", 32'767) == "0");
    CHECK(scene.run(0, "SELECT id FROM claim WHERE status = $1", 32'768) == "rejected");
}

TEST_CASE("SQL parameters: a wrong number of them is the author's mistake", "[fake]") {
    Scene scene;
    CHECK_THROWS_AS(scene.run(0, "SELECT id FROM claim WHERE name = $1"), UnsupportedSql);
    CHECK_THROWS_AS(scene.run(0, "SELECT id FROM claim", 1), UnsupportedSql);
    CHECK_THROWS_AS(
        scene.run(0, "SELECT id FROM claim WHERE name = $1", Instant()), UnsupportedSql
    );
}

}  // namespace onceproof::fake
