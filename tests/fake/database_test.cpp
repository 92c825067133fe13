#include "model/fake/database.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";

}  // namespace

TEST_CASE("SQL fake: BEGIN travels with the next statement", "[fake]") {
    Scene scene;
    scene.begin(0);
    CHECK_FALSE(scene.database.in_transaction(0));
    scene.now += std::chrono::seconds(3);
    CHECK(scene.run(0, "SELECT now()") == "1: 3000000us");
    CHECK(scene.database.in_transaction(0));
    scene.now += std::chrono::seconds(3);
    CHECK(scene.run(0, "SELECT now()") == "1: 3000000us");
    CHECK(scene.run(0, "SELECT clock_timestamp()") == "1: 6000000us");
    CHECK(scene.commit(0) == "0");
    scene.begin(0);
    CHECK(scene.commit(0) == "0");
    CHECK_FALSE(scene.database.in_transaction(0));
}

TEST_CASE(
    "SQL fake: after an error every statement fails until the end of the transaction (M4, C37)",
    "[fake]"
) {
    Scene scene;
    scene.run(1, insert, "a");
    scene.begin(0);
    CHECK(scene.run(0, insert, "b") == "1");
    CHECK(scene.run(0, insert, "a") == "unique_violation");
    CHECK(scene.run(0, "SELECT name FROM claim") == "in_failed_transaction");
    CHECK(scene.run(0, insert, "c") == "in_failed_transaction");
    CHECK(scene.database.in_transaction(0));
    // What it did is undone at the error, not only at its formal end.
    CHECK(scene.run(1, insert, "b") == "1");
    CHECK(scene.commit(0) == "in_failed_transaction");
    CHECK_FALSE(scene.database.in_transaction(0));
    CHECK(scene.run(0, "SELECT name FROM claim ORDER BY name") == "2: a, b");
}

TEST_CASE("SQL fake: rollback undoes everything but the sequence", "[fake]") {
    Scene scene;
    scene.run(0, insert, "a");
    scene.begin(0);
    scene.run(0, insert, "b");
    scene.run(0, "UPDATE claim SET status = 1");
    scene.run(0, "DELETE FROM claim WHERE name = 'a'");
    scene.rollback(0);
    CHECK(scene.committed("claim") == std::vector<std::string>{"1|a|0|NULL|NULL"});
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('c') RETURNING id") == "1: 3");
}

TEST_CASE("SQL fake: the commit number changes with committed writes only", "[fake]") {
    Scene scene;
    const std::uint64_t before = scene.database.commits();
    scene.run(0, "SELECT name FROM claim");
    scene.begin(0);
    scene.run(0, insert, "a");
    CHECK(scene.database.commits() == before);
    CHECK(scene.commit(0) == "0");
    CHECK(scene.database.commits() == before + 1);
    CHECK(scene.run(0, insert, "a") == "unique_violation");
    CHECK(scene.database.commits() == before + 1);
}

TEST_CASE(
    "SQL fake: a statement that commits by itself and waits is in no transaction of the client",
    "[fake]"
) {
    Scene scene;
    scene.begin(0);
    scene.run(0, insert, "a");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK_FALSE(scene.database.in_transaction(1));
    scene.rollback(0);
    CHECK(scene.again(1) == "1");
    CHECK(scene.run(2, "SELECT name FROM claim") == "1: a");
}

TEST_CASE("SQL fake: an unknown table has no committed rows", "[fake]") {
    const Scene scene;
    CHECK(scene.committed("nothing").empty());
}

}  // namespace onceproof::fake
