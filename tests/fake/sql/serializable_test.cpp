#include "model/fake/sql/serializable.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

void start(Scene& scene, Isolation isolation) {
    scene.run(0, "INSERT INTO account VALUES (1, 10), (2, 10)");
    scene.begin(0, isolation);
    scene.begin(1, isolation);
}

}  // namespace

TEST_CASE(
    "SQL SERIALIZABLE: write skew commits for one, and for both under REPEATABLE READ", "[fake]"
) {
    for (const Isolation isolation : {Isolation::repeatable_read, Isolation::serializable}) {
        Scene scene;
        start(scene, isolation);
        for (const std::size_t session : {0U, 1U}) {
            CHECK(scene.run(session, "SELECT count(*) FROM account WHERE amount = 10") == "1: 2");
        }
        CHECK(scene.run(0, "UPDATE account SET amount = 0 WHERE id = 1") == "1");
        CHECK(scene.run(1, "UPDATE account SET amount = 0 WHERE id = 2") == "1");
        CHECK(scene.commit(0) == "0");
        const bool serializable = isolation == Isolation::serializable;
        CHECK(scene.commit(1) == (serializable ? "serialization_failure" : "0"));
        CHECK_FALSE(scene.database.in_transaction(1));
    }
}

TEST_CASE("SQL SERIALIZABLE: check-then-insert of one key fails for the second", "[fake]") {
    Scene scene;
    start(scene, Isolation::serializable);
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 3") == "0");
    CHECK(scene.run(1, "SELECT id FROM account WHERE id = 3") == "0");
    CHECK(scene.run(0, "INSERT INTO account VALUES (3, 0)") == "1");
    CHECK(scene.commit(0) == "0");
    // The failure to serialize goes before the unique violation.
    CHECK(scene.run(1, "INSERT INTO account VALUES (3, 0)") == "serialization_failure");
}

TEST_CASE("SQL SERIALIZABLE: transactions on different keys do not disturb each other", "[fake]") {
    Scene scene;
    start(scene, Isolation::serializable);
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1") == "1: 10");
    CHECK(scene.run(1, "SELECT amount FROM account WHERE id = 2") == "1: 10");
    CHECK(scene.run(0, "UPDATE account SET amount = 0 WHERE id = 1") == "1");
    CHECK(scene.run(1, "UPDATE account SET amount = 0 WHERE id = 2") == "1");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.commit(1) == "0");
}

TEST_CASE("SQL SERIALIZABLE: a single rw-conflict is harmless", "[fake]") {
    Scene scene;
    start(scene, Isolation::serializable);
    CHECK(scene.run(0, "SELECT count(*) FROM account") == "1: 2");
    CHECK(scene.run(1, "UPDATE account SET amount = 0 WHERE id = 2") == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 2") == "1: 10");
    CHECK(scene.commit(0) == "0");
}

TEST_CASE(
    "SQL SERIALIZABLE: a reader can complete a dangerous structure (receipts and batches)", "[fake]"
) {
    Scene scene(
        "CREATE TABLE control (id int PRIMARY KEY, batch int NOT NULL); "
        "CREATE TABLE receipt (id int PRIMARY KEY, batch int NOT NULL)"
    );
    scene.run(0, "INSERT INTO control VALUES (1, 1)");
    for (const std::size_t session : {0U, 1U, 2U})
        scene.begin(session, Isolation::serializable);
    CHECK(scene.run(0, "SELECT batch FROM control WHERE id = 1") == "1: 1");
    CHECK(scene.run(1, "UPDATE control SET batch = 2 WHERE id = 1") == "1");
    CHECK(scene.commit(1) == "0");
    // The report: the new batch has begun, so the receipts of the old one ought to be final.
    CHECK(scene.run(2, "SELECT batch FROM control WHERE id = 1") == "1: 2");
    CHECK(scene.run(2, "SELECT count(*) FROM receipt WHERE batch = 1") == "1: 0");
    CHECK(scene.commit(2) == "0");
    CHECK(scene.run(0, "INSERT INTO receipt VALUES (1, 1)") == "serialization_failure");
}

TEST_CASE("SQL SERIALIZABLE: nothing is remembered once no open transaction overlaps", "[fake]") {
    Scene scene;
    scene.run(0, "INSERT INTO account VALUES (1, 10)");
    const Fingerprint before = scene.hash();
    scene.begin(0, Isolation::serializable);
    scene.begin(1, Isolation::serializable);
    CHECK(scene.run(0, "SELECT count(*) FROM account") == "1: 1");
    CHECK(scene.run(1, "SELECT count(*) FROM account") == "1: 1");
    CHECK(scene.run(1, "UPDATE account SET amount = 10 WHERE id = 1") == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.hash() != before);
    CHECK(scene.commit(0) == "0");
    CHECK(scene.hash() == before);
}

}  // namespace onceproof::fake
