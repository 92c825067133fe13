#include "model/fake/sql/statement.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

void fill(Scene& scene) {
    scene.run(0, "INSERT INTO account VALUES (1, 10), (2, 20), (3, 30)");
}

constexpr const char* add = "UPDATE account SET amount = amount + $1 WHERE id = 1";

}  // namespace

TEST_CASE("SQL SELECT: order, limit and count", "[fake]") {
    Scene scene;
    fill(scene);
    scene.run(0, "UPDATE account SET mark = id WHERE id < 3");
    CHECK(
        scene.run(0, "SELECT id, amount FROM account WHERE amount >= 20 ORDER BY id DESC") ==
        "2: 3|30, 2|20"
    );
    CHECK(scene.run(0, "SELECT id FROM account ORDER BY mark DESC LIMIT 2") == "2: 3, 2");
    CHECK(
        scene.run(0, "SELECT id FROM account ORDER BY mark DESC NULLS LAST LIMIT $1", 1) == "1: 2"
    );
    CHECK(scene.run(0, "SELECT -amount AS id FROM account ORDER BY id") == "3: -30, -20, -10");
    CHECK(scene.run(0, "SELECT count(*) FROM account WHERE mark IS NOT NULL") == "1: 2");
    CHECK(scene.run(0, "SELECT id FROM account LIMIT -1") == "rejected");
}

TEST_CASE("SQL INSERT: defaults, identity, RETURNING and refusals", "[fake]") {
    Scene scene;
    scene.now = Instant(Duration(5));
    CHECK(
        scene.run(
            0, "INSERT INTO claim (name, result) VALUES ('a', DEFAULT), ('b', 'x') RETURNING *"
        ) == "2: 1|a|0|NULL|NULL, 2|b|0|x|NULL"
    );
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES (NULL)") == "rejected");
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('seven77')") == "rejected");
    CHECK(scene.run(0, "INSERT INTO claim (name, status) VALUES ('c', 40000)") == "rejected");
    // The row that lacked a name has drawn 3; values that do not fit are found before a number is
    // drawn.
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ($1)", "seven77") == "rejected");
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('c') RETURNING id") == "1: 4");
    CHECK(scene.run(0, "INSERT INTO event (kind) VALUES ('k') RETURNING at") == "1: 5us");
}

TEST_CASE("SQL UPDATE and DELETE: rows, counts and RETURNING", "[fake]") {
    Scene scene;
    fill(scene);
    CHECK(
        scene.run(
            0, "UPDATE account SET amount = amount * 2, mark = amount WHERE id <> 2 RETURNING *"
        ) == "2: 1|20|10, 3|60|30"
    );
    CHECK(scene.run(0, "UPDATE account SET amount = NULL") == "rejected");
    CHECK(scene.run(0, "UPDATE account SET id = 3 WHERE id = 1") == "unique_violation");
    CHECK(scene.run(0, "DELETE FROM account WHERE amount > $1 RETURNING id", 30) == "1: 3");
    CHECK(scene.run(0, "DELETE FROM account") == "2");
    CHECK(scene.committed("account").empty());
}

TEST_CASE("SQL READ COMMITTED: a statement sees what was committed before it", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 10");
    CHECK(scene.run(1, add, 5) == "1");
    CHECK(scene.run(1, "SELECT amount FROM account WHERE id = 1") == "1: 15");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 10");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 15");
}

TEST_CASE(
    "SQL lost update: READ COMMITTED loses what was computed outside and keeps what is computed in "
    "the statement",
    "[fake]"
) {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, add, 1) == "1");
    CHECK(scene.run(1, add, 100) == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.committed("account")[0] == "1|111|NULL");
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "UPDATE account SET amount = 1 WHERE id = 1") == "1");
    CHECK(scene.run(1, "UPDATE account SET amount = 2 WHERE id = 1") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.committed("account")[0] == "1|2|NULL");
}

TEST_CASE("SQL lost update: REPEATABLE READ and SERIALIZABLE refuse the second writer", "[fake]") {
    for (const Isolation isolation : {Isolation::repeatable_read, Isolation::serializable}) {
        Scene scene;
        fill(scene);
        scene.begin(0, isolation);
        scene.begin(1, isolation);
        CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 10");
        CHECK(scene.run(1, "SELECT amount FROM account WHERE id = 1") == "1: 10");
        CHECK(scene.run(0, add, 1) == "1");
        CHECK(scene.run(1, add, 1) == "waits");
        CHECK(scene.commit(0) == "0");
        CHECK(scene.again(1) == "serialization_failure");
        CHECK(scene.run(1, add, 1) == "in_failed_transaction");
        scene.rollback(1);
        // The other way round: the first one gives up, the second one goes on.
        scene.begin(0, isolation);
        scene.begin(1, isolation);
        CHECK(scene.run(0, add, 1) == "1");
        CHECK(scene.run(1, add, 1) == "waits");
        scene.rollback(0);
        CHECK(scene.again(1) == "1");
        CHECK(scene.commit(1) == "0");
        CHECK(scene.committed("account")[0] == "1|12|NULL");
    }
}

TEST_CASE(
    "SQL REPEATABLE READ: the snapshot is that of the first statement, not of BEGIN", "[fake]"
) {
    Scene scene;
    fill(scene);
    scene.begin(0, Isolation::repeatable_read);
    CHECK(scene.run(1, add, 5) == "1");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 15");
    CHECK(scene.run(1, add, 5) == "1");
    CHECK(scene.run(1, "DELETE FROM account WHERE id = 2") == "1");
    CHECK(scene.run(0, "SELECT id, amount FROM account ORDER BY id") == "3: 1|15, 2|20, 3|30");
    CHECK(
        scene.run(0, "SELECT id FROM account WHERE id = 2 FOR UPDATE") == "serialization_failure"
    );
}

TEST_CASE(
    "SQL READ COMMITTED: after the wait WHERE is asked again of the newest version, whose lock "
    "stays",
    "[fake]"
) {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "UPDATE account SET amount = 99 WHERE id = 1") == "1");
    CHECK(scene.run(1, "UPDATE account SET mark = 1 WHERE amount = 10") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "0");
    CHECK(scene.run(2, "SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT") == "lock_timeout");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.run(2, "SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT") == "1: 1");
}

TEST_CASE("SQL READ COMMITTED: a row that was deleted meanwhile is passed over", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    CHECK(scene.run(0, "DELETE FROM account WHERE id = 1") == "1");
    CHECK(scene.run(1, "UPDATE account SET amount = -1 WHERE id < 3") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.committed("account") == std::vector<std::string>{"2|-1|NULL", "3|30|NULL"});
}

TEST_CASE("SQL row locks: NOWAIT fails, SKIP LOCKED passes over, SHARE lets SHARE in", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 1 FOR SHARE") == "1: 1");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 1 FOR SHARE NOWAIT") == "1: 1");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT") == "lock_timeout");
    CHECK(
        scene.run(1, "SELECT id FROM account ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED") == "1: 2"
    );
    CHECK(scene.run(1, "SELECT id FROM account ORDER BY id FOR UPDATE SKIP LOCKED") == "2: 2, 3");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 1") == "1: 1");
    CHECK(scene.run(1, add, 1) == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
}

TEST_CASE("SQL row locks: a NOWAIT failure dooms the transaction and frees its locks", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 1 FOR UPDATE") == "1: 1");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 2 FOR UPDATE") == "1: 2");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT") == "lock_timeout");
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 2 FOR UPDATE NOWAIT") == "1: 2");
    CHECK(scene.commit(1) == "in_failed_transaction");
}

TEST_CASE("SQL UPDATE: rows done before a wait stay done and are not done twice", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 2 FOR UPDATE") == "1: 2");
    CHECK(scene.run(1, "UPDATE account SET amount = amount + 1 RETURNING id, amount") == "waits");
    CHECK(scene.run(2, "SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT") == "lock_timeout");
    CHECK(scene.run(2, "SELECT id FROM account WHERE id = 3 FOR UPDATE NOWAIT") == "1: 3");
    scene.rollback(0);
    CHECK(scene.again(1) == "3: 1|11, 2|21, 3|31");
}

TEST_CASE("SQL INSERT: rows and numbers drawn before a wait are kept", "[fake]") {
    Scene scene;
    scene.begin(0);
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('b') RETURNING id") == "1: 1");
    CHECK(
        scene.run(1, "INSERT INTO claim (name) VALUES ('a'), ('b'), ('c') RETURNING id, name") ==
        "waits"
    );
    CHECK(scene.run(2, "INSERT INTO claim (name) VALUES ('a')") == "waits");
    scene.rollback(0);
    CHECK(scene.again(1) == "3: 2|a, 3|b, 5|c");
    CHECK(scene.again(2) == "unique_violation");
}

TEST_CASE("SQL UPDATE: a value that cannot be computed fails before the wait", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 1 FOR UPDATE") == "1: 1");
    CHECK(
        scene.run(1, "UPDATE account SET amount = amount * 1000000000 WHERE id = 1") == "rejected"
    );
}

}  // namespace onceproof::fake
