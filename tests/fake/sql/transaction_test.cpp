#include "model/fake/sql/transaction.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";

}  // namespace

TEST_CASE("SQL transaction: the server's default isolation is its dialect's", "[fake]") {
    const Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    Scene scene(dialect);
    scene.begin(0, Isolation::server_default);
    CHECK(scene.run(0, "SELECT name FROM claim") == "0");
    scene.run(1, insert, "a");
    const bool sees_it = dialect == Dialect::postgres;
    CHECK(scene.run(0, "SELECT name FROM claim") == (sees_it ? "1: a" : "0"));
}

TEST_CASE(
    "SQL transaction: a lock wait that times out dooms it, or undoes the statement", "[fake]"
) {
    const Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    Scene scene(dialect);
    scene.begin(0);
    scene.begin(1);
    scene.run(0, insert, "a");
    CHECK(scene.run(1, insert, "b") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(
        scene.database.fail_wait(1, ErrorKind::lock_timeout) ==
        Error{ErrorKind::lock_timeout, Certainty::definite}
    );
    CHECK_FALSE(scene.database.waiting(1));
    const bool dooms = dialect == Dialect::postgres;
    CHECK(scene.run(1, insert, "c") == (dooms ? "in_failed_transaction" : "1"));
    CHECK(scene.commit(1) == (dooms ? "in_failed_transaction" : "0"));
    CHECK(scene.commit(0) == "0");
    CHECK(scene.run(2, "SELECT name FROM claim ORDER BY name") == (dooms ? "1: a" : "3: a, b, c"));
}

TEST_CASE("SQL transaction: outside one a lock wait that times out leaves nothing", "[fake]") {
    const Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    Scene scene(dialect);
    scene.begin(0);
    scene.run(0, insert, "a");
    const Fingerprint before = scene.hash();
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.database.fail_wait(1, ErrorKind::lock_timeout).kind == ErrorKind::lock_timeout);
    CHECK_FALSE(scene.database.in_transaction(1));
    CHECK(scene.hash() == before);
    scene.rollback(0);
    CHECK(scene.run(1, insert, "a") == "1");
}

}  // namespace onceproof::fake
