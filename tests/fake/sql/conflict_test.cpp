#include "model/fake/sql/conflict.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";
constexpr const char* insert_or_nothing =
    "INSERT INTO claim (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name";

}  // namespace

TEST_CASE("SQL unique key: a committed equal key is a violation at once", "[fake]") {
    Scene scene;
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "a") == "unique_violation");
    CHECK(scene.run(1, insert, "b") == "1");
}

TEST_CASE(
    "SQL unique key: of three inserts of one key, the second waits for the first's end and the "
    "third "
    "for the second's (M3)",
    "[fake]"
) {
    Scene scene;
    for (const std::size_t session : {0U, 1U, 2U})
        scene.begin(session);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.run(2, insert, "a") == "waits");
    CHECK_FALSE(scene.database.runnable(1));
    scene.rollback(0);
    REQUIRE(scene.database.runnable(1));
    REQUIRE(scene.database.runnable(2));
    CHECK(scene.again(1) == "1");
    CHECK_FALSE(scene.database.runnable(2));
    CHECK_FALSE(scene.database.deadlocked(2));
    CHECK(scene.commit(1) == "0");
    REQUIRE(scene.database.runnable(2));
    CHECK(scene.again(2) == "unique_violation");
}

TEST_CASE("SQL unique key: an insert waits for an uncommitted delete of the key", "[fake]") {
    Scene scene;
    scene.run(0, insert, "a");
    scene.begin(0);
    CHECK(scene.run(0, "DELETE FROM claim WHERE name = $1", "a") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
}

TEST_CASE(
    "SQL unique key: an insert waits for an update of the row but not for its lock", "[fake]"
) {
    Scene scene;
    scene.run(0, insert, "a");
    scene.begin(0);
    CHECK(scene.run(0, "SELECT name FROM claim FOR UPDATE") == "1: a");
    CHECK(scene.run(1, insert, "a") == "unique_violation");
    CHECK(scene.run(0, "UPDATE claim SET status = 1") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "unique_violation");
}

TEST_CASE(
    "SQL unique key: a key that its open transaction has moved on from still blocks", "[fake]"
) {
    Scene scene;
    scene.begin(0);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(0, "UPDATE claim SET name = $1", "b") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.run(2, insert, "b") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.again(2) == "unique_violation");
}

TEST_CASE("SQL unique key: NULLs never conflict, and all columns of a key count", "[fake]") {
    Scene scene("CREATE TABLE t (a int, b int, UNIQUE (a, b))");
    CHECK(scene.run(0, "INSERT INTO t VALUES (1, NULL), (1, NULL), (1, 2), (2, 2)") == "4");
    CHECK(scene.run(0, "INSERT INTO t VALUES (1, 2)") == "unique_violation");
}

TEST_CASE(
    "SQL unique key: while an insert waits for its second key, its first one blocks others",
    "[fake]"
) {
    Scene scene;
    scene.begin(0);
    CHECK(scene.run(0, "INSERT INTO account VALUES (1, 0, 7)") == "1");
    CHECK(scene.run(1, "INSERT INTO account VALUES (2, 0, 7)") == "waits");
    CHECK(scene.run(2, "INSERT INTO account VALUES (2, 0, 8)") == "waits");
    CHECK(scene.run(3, "INSERT INTO account VALUES (3, 0, 9)") == "1");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "unique_violation");
    CHECK(scene.again(2) == "1");
}

TEST_CASE(
    "ON CONFLICT DO NOTHING: waits for the other transaction, then inserts or returns no row (M4)",
    "[fake]"
) {
    Scene scene;
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert_or_nothing, "a") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "0");
    CHECK(scene.run(1, "SELECT name FROM claim") == "1: a");
    CHECK(scene.commit(1) == "0");
    scene.begin(0);
    CHECK(scene.run(0, insert, "b") == "1");
    CHECK(scene.run(1, insert_or_nothing, "b") == "waits");
    scene.rollback(0);
    CHECK(scene.again(1) == "1: b");
}

TEST_CASE(
    "ON CONFLICT DO NOTHING: above READ COMMITTED a conflict that the snapshot does not see cannot "
    "be "
    "serialized (M4)",
    "[fake]"
) {
    Scene scene;
    scene.run(3, insert, "old");
    scene.begin(1, Isolation::repeatable_read);
    CHECK(scene.run(1, "SELECT count(*) FROM claim") == "1: 1");
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert_or_nothing, "old") == "0");
    CHECK(scene.run(1, insert_or_nothing, "a") == "serialization_failure");
    CHECK(scene.database.in_transaction(1));
}

TEST_CASE(
    "ON CONFLICT DO NOTHING: a key taken while another one was waited for counts as a conflict",
    "[fake]"
) {
    Scene scene;
    scene.begin(0);
    CHECK(scene.run(0, "INSERT INTO account VALUES (5, 0, 1)") == "1");
    CHECK(
        scene.run(1, "INSERT INTO account VALUES (5, 0, 2) ON CONFLICT (mark) DO NOTHING") ==
        "waits"
    );
    CHECK(scene.run(2, "INSERT INTO account VALUES (3, 0, 2)") == "1");
    scene.rollback(0);
    CHECK(scene.again(1) == "0");
    CHECK(scene.committed("account") == std::vector<std::string>{"3|0|2"});
}

TEST_CASE("ON CONFLICT DO NOTHING: rows of the same statement conflict, too", "[fake]") {
    Scene scene;
    CHECK(
        scene.run(
            0,
            "INSERT INTO account VALUES (1, 0), (1, 1), (2, 2) ON CONFLICT DO NOTHING RETURNING id"
        ) == "2: 1, 2"
    );
}

}  // namespace onceproof::fake
