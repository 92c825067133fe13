#include "model/fake/sql/wait.hpp"

#include <functional>
#include <string>

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* touch = "UPDATE account SET amount = amount + 1 WHERE id = $1";

void fill(Scene& scene) {
    scene.run(0, "INSERT INTO account VALUES (0, 0), (1, 0), (2, 0)");
}

}  // namespace

TEST_CASE(
    "SQL waits: two transactions that want each other's rows are a deadlock with one victim",
    "[fake]"
) {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, touch, 0) == "1");
    CHECK(scene.run(1, touch, 1) == "1");
    CHECK(scene.run(0, touch, 1) == "waits");
    CHECK_FALSE(scene.database.deadlocked(0));
    CHECK(scene.run(1, touch, 0) == "waits");
    CHECK(scene.database.deadlocked(0));
    CHECK(scene.database.deadlocked(1));
    CHECK(scene.database.break_deadlock(1) == Error{ErrorKind::deadlock, Certainty::definite});
    CHECK_FALSE(scene.database.deadlocked(0));
    REQUIRE(scene.database.runnable(0));
    CHECK(scene.run(1, touch, 2) == "in_failed_transaction");
    CHECK(scene.again(0) == "1");
    CHECK(scene.commit(0) == "0");
    CHECK(
        scene.committed("account") == std::vector<std::string>{"0|1|NULL", "1|1|NULL", "2|0|NULL"}
    );
}

TEST_CASE("SQL waits: a cycle of three is a deadlock, a chain of three is none", "[fake]") {
    Scene scene;
    fill(scene);
    for (const std::size_t session : {0U, 1U, 2U}) {
        scene.begin(session);
        CHECK(scene.run(session, touch, static_cast<int>(session)) == "1");
    }
    CHECK(scene.run(0, touch, 1) == "waits");
    CHECK(scene.run(1, touch, 2) == "waits");
    CHECK_FALSE(scene.database.deadlocked(0));
    CHECK(scene.run(3, touch, 0) == "waits");
    CHECK(scene.run(2, touch, 0) == "waits");
    for (const std::size_t session : {0U, 1U, 2U})
        CHECK(scene.database.deadlocked(session));
    // Waits for the cycle without being part of it.
    CHECK_FALSE(scene.database.deadlocked(3));
}

TEST_CASE("SQL waits: two holders of FOR SHARE that both want to write are a deadlock", "[fake]") {
    Scene scene;
    fill(scene);
    for (const std::size_t session : {0U, 1U}) {
        scene.begin(session);
        CHECK(scene.run(session, "SELECT id FROM account WHERE id = 0 FOR SHARE") == "1: 0");
    }
    CHECK(scene.run(0, touch, 0) == "waits");
    CHECK(scene.run(1, touch, 0) == "waits");
    CHECK(scene.database.deadlocked(0));
    scene.database.break_deadlock(0);
    CHECK(scene.again(1) == "1");
}

TEST_CASE(
    "SQL waits: a row held by several is waited for in the order in which they came", "[fake]"
) {
    Scene scene;
    fill(scene);
    for (const std::size_t session : {0U, 1U}) {
        scene.begin(session);
        CHECK(scene.run(session, "SELECT id FROM account WHERE id = 0 FOR SHARE") == "1: 0");
    }
    scene.begin(2);
    CHECK(scene.run(2, touch, 1) == "1");
    CHECK(scene.run(2, touch, 0) == "waits");  // for 0, and only then for 1
    CHECK(scene.run(1, touch, 1) == "waits");
    CHECK_FALSE(scene.database.deadlocked(2));
    CHECK_FALSE(scene.database.deadlocked(1));
    scene.database.rollback(0);
    CHECK(scene.database.deadlocked(2));
    CHECK(scene.database.deadlocked(1));
}

TEST_CASE("SQL waits: unique keys and rows make one cycle", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "INSERT INTO account VALUES (7, 0)") == "1");
    CHECK(scene.run(1, touch, 0) == "1");
    CHECK(scene.run(1, "INSERT INTO account VALUES (7, 0)") == "waits");
    CHECK(scene.run(0, touch, 0) == "waits");
    CHECK(scene.database.deadlocked(0));
    CHECK(scene.database.deadlocked(1));
}

TEST_CASE(
    "SQL waits: whoever comes first to a freed row makes the other one wait for him", "[fake]"
) {
    Scene scene;
    fill(scene);
    for (const std::size_t session : {0U, 1U, 2U})
        scene.begin(session);
    CHECK(scene.run(0, touch, 0) == "1");
    CHECK(scene.run(1, touch, 0) == "waits");
    CHECK(scene.run(2, touch, 0) == "waits");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.database.runnable(1));
    CHECK(scene.database.runnable(2));
    CHECK(scene.again(2) == "1");
    CHECK_FALSE(scene.database.runnable(1));
    CHECK(scene.commit(2) == "0");
    CHECK(scene.again(1) == "1");
    CHECK(scene.commit(1) == "0");
    CHECK(scene.committed("account")[0] == "0|3|NULL");
}

namespace {

constexpr const char* lock = "SELECT amount FROM account WHERE id = $1 FOR UPDATE";

/// s0 updates a row, s1 and, with a snapshot from before it, s2 wait for that, and s0 commits:
/// `before` it, then s1 locks the new version.
void replace_and_lock(
    Scene& scene, const std::string& statement, const std::function<void()>& before
) {
    fill(scene);
    scene.begin(0);
    scene.begin(1);
    scene.begin(2, Isolation::repeatable_read);
    CHECK(scene.run(0, touch, 0) == "1");
    CHECK(scene.run(1, lock, 0) == "waits");
    CHECK(scene.run(2, statement, 0) == "waits");
    before();
    CHECK(scene.commit(0) == "0");
    CHECK(scene.again(1).starts_with("1: "));
}

}  // namespace

TEST_CASE(
    "SQL waits: a locking SELECT that will fail waits for the new version's lock first", "[fake]"
) {
    Scene scene;
    replace_and_lock(scene, lock, [] {});
    CHECK_FALSE(scene.database.runnable(2));
    const auto end = GENERATE(as<std::string>(), "commit", "rollback", "replaced again");
    INFO(end);
    if (end == "replaced again") {
        CHECK(scene.run(1, touch, 0) == "1");
        CHECK(scene.run(3, lock, 0) == "waits");
    }
    if (end == "rollback") {
        scene.rollback(1);
    } else {
        CHECK(scene.commit(1) == "0");
    }
    if (end == "replaced again") CHECK(scene.again(3) == "1: 2");
    REQUIRE(scene.database.runnable(2));
    CHECK(scene.again(2) == "serialization_failure");
}

TEST_CASE(
    "SQL waits: what will fail does not wait if it is no SELECT, or the row was updated twice",
    "[fake]"
) {
    Scene scene;
    SECTION("an UPDATE") {
        replace_and_lock(scene, touch, [] {});
    }
    SECTION("updated twice") {
        replace_and_lock(scene, lock, [&] { CHECK(scene.run(0, touch, 0) == "1"); });
    }
    SECTION("deleted") {
        fill(scene);
        scene.begin(0);
        scene.begin(2, Isolation::repeatable_read);
        CHECK(scene.run(0, "DELETE FROM account WHERE id = $1", 0) == "1");
        CHECK(scene.run(2, lock, 0) == "waits");
        CHECK(scene.commit(0) == "0");
    }
    SECTION("updated only after the wait began") {
        fill(scene);
        scene.begin(0);
        scene.begin(1);
        scene.begin(2, Isolation::repeatable_read);
        CHECK(scene.run(0, lock, 0) == "1: 0");
        CHECK(scene.run(1, lock, 0) == "waits");
        CHECK(scene.run(2, lock, 0) == "waits");
        CHECK(scene.run(0, touch, 0) == "1");
        CHECK(scene.commit(0) == "0");
        CHECK(scene.again(1) == "1: 1");
    }
    REQUIRE(scene.database.runnable(2));
    CHECK(scene.again(2) == "serialization_failure");
}

TEST_CASE("SQL waits: a withdrawn wait leaves nothing behind", "[fake]") {
    Scene scene;
    fill(scene);
    scene.begin(0);
    CHECK(scene.run(0, touch, 0) == "1");
    const Fingerprint before = scene.hash();
    CHECK(scene.run(1, touch, 0) == "waits");
    CHECK(scene.database.waiting(1));
    CHECK(scene.hash() != before);
    scene.rollback(1);
    CHECK_FALSE(scene.database.waiting(1));
    CHECK(scene.hash() == before);
}

}  // namespace onceproof::fake
