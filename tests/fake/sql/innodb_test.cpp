#include "model/fake/sql/innodb.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

// The dialect mysql. M1 to M7 are facts measured on real servers; those of PostgreSQL are in
// database_test.cpp and wait_test.cpp.
namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";
constexpr const char* look = "SELECT name, status FROM claim WHERE name = $1";
constexpr const char* look_and_lock = "SELECT name, status FROM claim WHERE name = $1 FOR UPDATE";
constexpr const char* set_status = "UPDATE claim SET status = $1 WHERE name = $2";

void begin_all(Scene& scene, Isolation isolation = Isolation::server_default) {
    for (std::size_t session = 0; session < Scene::sessions; ++session) {
        scene.begin(session, isolation);
    }
}

}  // namespace

TEST_CASE(
    "InnoDB: the loser of an insert waits, gets a duplicate key, and its plain SELECT still finds "
    "nothing, a locking one does (M1)",
    "[fake]"
) {
    Scene scene(Dialect::mysql);
    begin_all(scene);
    CHECK(scene.run(1, look, "a") == "0");
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "unique_violation");
    CHECK(scene.run(1, look, "a") == "0");
    CHECK(scene.run(1, look_and_lock, "a") == "1: a|0");
    CHECK(scene.run(1, insert, "b") == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.run(2, "SELECT name FROM claim ORDER BY id") == "2: a, b");
}

TEST_CASE(
    "InnoDB: of two that wait for an insert that is rolled back one becomes a deadlock's victim, "
    "the other proceeds (M2)",
    "[fake]"
) {
    Scene scene(Dialect::mysql);
    const Isolation isolation = GENERATE(Isolation::server_default, Isolation::read_committed);
    begin_all(scene, isolation);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    CHECK(scene.run(2, insert, "a") == "waits");
    CHECK_FALSE(scene.database.deadlocked(1));
    scene.rollback(0);
    CHECK(scene.again(1) == "waits");
    CHECK_FALSE(scene.database.deadlocked(1));
    CHECK(scene.again(2) == "waits");
    CHECK(scene.database.deadlocked(1));
    CHECK(scene.database.deadlocked(2));
    CHECK(scene.database.break_deadlock(2).kind == ErrorKind::deadlock);
    CHECK(scene.again(1) == "1");
    CHECK(scene.commit(1) == "0");
}

TEST_CASE("InnoDB: a single waiter for a rolled back insert proceeds", "[fake]") {
    Scene scene(Dialect::mysql);
    begin_all(scene);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    scene.rollback(0);
    CHECK(scene.again(1) == "1");
}

TEST_CASE(
    "InnoDB: a lock wait timeout undoes the statement only; the transaction goes on and commits "
    "(M5)",
    "[fake]"
) {
    Scene scene(Dialect::mysql);
    begin_all(scene);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(1, insert, "b") == "1");
    CHECK(scene.run(1, "INSERT INTO claim (name) VALUES ('c'), ('a')") == "waits");
    CHECK(scene.database.fail_wait(1, ErrorKind::lock_timeout).kind == ErrorKind::lock_timeout);
    CHECK(scene.run(1, insert, "d") == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.run(2, "SELECT name FROM claim ORDER BY name") == "3: a, b, d");
}

TEST_CASE(
    "InnoDB: a waiting unconditional update overwrites what was finished meanwhile (M7, A1-5)",
    "[fake]"
) {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO claim (name, status) VALUES ('a', 2)");
    begin_all(scene);
    CHECK(scene.run(0, look, "a") == "1: a|2");
    CHECK(scene.run(1, look, "a") == "1: a|2");
    CHECK(scene.run(0, set_status, 0, "a") == "1");
    CHECK(scene.run(1, set_status, 0, "a") == "waits");
    CHECK(scene.run(0, "UPDATE claim SET status = 1, result = 'paid' WHERE name = 'a'") == "1");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.run(1, "SELECT status, result FROM claim WHERE name = 'a'") == "1: 0|paid");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.committed("claim") == std::vector<std::string>{"1|a|0|paid|NULL"});
}

TEST_CASE("InnoDB: a repeatable read's snapshot is that of its first plain SELECT", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.begin(0, Isolation::repeatable_read);
    CHECK(scene.run(0, "SELECT now()") == "1: 0us");
    CHECK(scene.run(0, insert, "mine") == "1");
    scene.run(1, insert, "before");
    CHECK(scene.run(0, "SELECT name FROM claim ORDER BY name") == "2: before, mine");
    scene.run(1, insert, "after");
    CHECK(scene.run(0, "SELECT name FROM claim ORDER BY name") == "2: before, mine");
    CHECK(scene.run(0, set_status, 1, "after") == "1");
    CHECK(scene.run(0, "SELECT name FROM claim ORDER BY name") == "3: after, before, mine");
}

TEST_CASE(
    "InnoDB: an update to the values that are there is none, and shows nothing new", "[fake]"
) {
    Scene scene(Dialect::mysql);
    scene.run(0, insert, "a");
    scene.begin(1, Isolation::server_default);
    CHECK(scene.run(1, look, "a") == "1: a|0");
    CHECK(scene.run(0, set_status, 2, "a") == "1");
    CHECK(scene.run(1, set_status, 2, "a") == "1");
    CHECK(scene.run(1, look, "a") == "1: a|0");
    CHECK(scene.run(0, set_status, 3, "a") == "waits");
    CHECK(scene.run(1, set_status, 1, "a") == "1");
    CHECK(scene.run(1, look, "a") == "1: a|1");
}

TEST_CASE("InnoDB: READ COMMITTED sees each commit, SERIALIZABLE waits for it", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, insert, "a");
    scene.begin(1, Isolation::read_committed);
    scene.begin(2, Isolation::serializable);
    CHECK(scene.run(1, look, "a") == "1: a|0");
    scene.begin(0, Isolation::server_default);
    CHECK(scene.run(0, set_status, 1, "a") == "1");
    CHECK(scene.run(1, look, "a") == "1: a|0");
    CHECK(scene.run(2, look, "a") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.run(1, look, "a") == "1: a|1");
    CHECK(scene.again(2) == "1: a|1");
    CHECK(scene.run(1, set_status, 2, "a") == "waits");
}

TEST_CASE("InnoDB: now() is each statement's start, also of one that waits", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, insert, "a");
    scene.begin(0, Isolation::server_default);
    scene.begin(1, Isolation::server_default);
    CHECK(scene.run(0, set_status, 1, "a") == "1");
    scene.now += std::chrono::seconds(1);
    CHECK(scene.run(0, "SELECT now()") == "1: 1000000us");
    CHECK(scene.run(1, "UPDATE claim SET until = now() WHERE name = 'a'") == "waits");
    scene.now += std::chrono::seconds(1);
    scene.rollback(0);
    CHECK(scene.again(1) == "1");
    CHECK(scene.run(1, "SELECT until FROM claim") == "1: 1000000us");
}

TEST_CASE("InnoDB: an error undoes the statement, a deadlock the transaction", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO claim (name) VALUES ('a'), ('b')");
    scene.begin(0, Isolation::server_default);
    scene.begin(1, Isolation::server_default);
    CHECK(scene.run(0, insert, "c") == "1");
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('d'), ('a')") == "unique_violation");
    CHECK(scene.run(0, "UPDATE claim SET name = NULL WHERE name = 'c'") == "rejected");
    CHECK(scene.run(0, "SELECT name FROM claim ORDER BY name") == "3: a, b, c");
    CHECK(scene.run(1, set_status, 1, "b") == "1");
    CHECK(scene.run(0, set_status, 1, "b") == "waits");
    CHECK(scene.run(1, set_status, 1, "c") == "waits");
    CHECK(scene.database.deadlocked(0));
    CHECK(scene.database.break_deadlock(0).kind == ErrorKind::deadlock);
    CHECK_FALSE(scene.database.in_transaction(0));
    CHECK(scene.run(0, insert, "0") == "1");
    CHECK(scene.database.in_transaction(0));
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "0");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.run(2, "SELECT name, status FROM claim ORDER BY name") == "3: 0|0, a|0, b|1");
}

TEST_CASE("InnoDB: a search for an absent key keeps inserts out of the gap", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO claim (name) VALUES ('a'), ('f')");
    begin_all(scene);
    CHECK(scene.run(0, look_and_lock, "c") == "0");
    CHECK(scene.run(1, look_and_lock, "c") == "0");
    CHECK(scene.run(2, insert, "g") == "1");
    CHECK(scene.run(2, insert, "b") == "waits");
    CHECK(scene.database.fail_wait(2, ErrorKind::lock_timeout).kind == ErrorKind::lock_timeout);
    // The familiar deadlock of "look, then insert".
    CHECK(scene.run(0, insert, "c") == "waits");
    CHECK(scene.run(1, insert, "c") == "waits");
    CHECK(scene.database.deadlocked(0));
}

TEST_CASE("InnoDB: READ COMMITTED locks no gaps and gives back rows that do not match", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO claim (name, status) VALUES ('a', 0), ('b', 1)");
    begin_all(scene, Isolation::read_committed);
    CHECK(scene.run(0, look_and_lock, "c") == "0");
    CHECK(scene.run(1, insert, "c") == "1");
    CHECK(scene.run(0, "UPDATE claim SET result = 'x' WHERE status = 1") == "1");
    CHECK(scene.run(1, set_status, 5, "a") == "1");
    CHECK(scene.run(1, set_status, 5, "b") == "waits");
}

TEST_CASE("InnoDB: a search without a key locks every row and gap", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO claim (name, status) VALUES ('a', 0), ('b', 1)");
    begin_all(scene);
    CHECK(scene.run(0, "DELETE FROM claim WHERE status = 7") == "0");
    CHECK(scene.run(1, set_status, 5, "a") == "waits");
    CHECK(scene.run(2, insert, "z") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.again(2) == "1");
}

TEST_CASE(
    "InnoDB: who queues behind another waiter for a row that goes is free at once", "[fake]"
) {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 0), (2, 5)");
    scene.begin(0, Isolation::server_default);
    scene.begin(1, Isolation::server_default);
    CHECK(scene.run(0, "DELETE FROM account WHERE id = 1") == "1");
    CHECK(scene.run(1, "UPDATE account SET amount = 9 WHERE amount = 1") == "waits");
    CHECK(scene.run(2, "SELECT id FROM account WHERE id = 1 FOR UPDATE") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "0");
    CHECK(scene.database.runnable(2));
    CHECK(scene.again(2) == "0");
}

TEST_CASE("InnoDB: what READ COMMITTED gives back leaves the weaker lock before it", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 0), (2, 5)");
    scene.begin(1, Isolation::read_committed);
    CHECK(scene.run(1, "INSERT INTO account (id, amount) VALUES (1, 7)") == "unique_violation");
    CHECK(scene.run(1, "SELECT id FROM account WHERE amount = 1 FOR UPDATE") == "0");
    CHECK(scene.run(0, "SELECT amount FROM account WHERE id = 1 FOR SHARE") == "1: 0");
    CHECK(scene.run(0, "SELECT id FROM account WHERE id = 1 FOR UPDATE") == "waits");
}

TEST_CASE("InnoDB: ON CONFLICT DO NOTHING skips the row and draws a number", "[fake]") {
    Scene scene(Dialect::mysql);
    const std::string text =
        "INSERT INTO claim (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id";
    CHECK(scene.run(0, text, "a") == "1: 1");
    CHECK(scene.run(0, text, "a") == "0");
    CHECK(scene.run(0, text, "b") == "1: 3");
    scene.begin(0, Isolation::server_default);
    scene.begin(1, Isolation::server_default);
    CHECK(scene.run(0, text, "c") == "1: 4");
    CHECK(scene.run(1, text, "c") == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1) == "0");
}

TEST_CASE("InnoDB: UPDATE … RETURNING is no statement of this dialect", "[fake]") {
    Scene scene(Dialect::mysql);
    CHECK_THROWS_AS(scene.run(0, "UPDATE claim SET status = 1 RETURNING id"), UnsupportedSql);
}

TEST_CASE("InnoDB: the locks of a transaction count as state until its end", "[fake]") {
    Scene scene(Dialect::mysql);
    scene.run(0, insert, "a");
    const Fingerprint before = scene.hash();
    scene.begin(0, Isolation::server_default);
    CHECK(scene.run(0, look_and_lock, "b") == "0");
    CHECK_FALSE(scene.hash() == before);
    scene.rollback(0);
    CHECK(scene.hash() == before);
}

}  // namespace onceproof::fake
