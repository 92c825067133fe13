#include "model/fake/sql/history.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";

struct Kept : Scene {
    explicit Kept(std::size_t commits) : Scene(tables, {.history = commits}) {}
};

}  // namespace

TEST_CASE("SQL failover: an insert is gone, and its unique key is free again", "[fake]") {
    Kept scene(2);
    CHECK(scene.run(0, insert, "a") == "1");
    CHECK(scene.run(0, insert, "b") == "1");
    CHECK(scene.database.forgettable() == 2);
    scene.database.forget_commits(1);
    CHECK(scene.committed("claim") == Lines{"1|a|0|NULL|NULL"});
    CHECK(scene.database.forgettable() == 1);
    CHECK(scene.run(0, insert, "a") == "unique_violation");
    // The identity column goes on where it was: 3 belonged to the refused row.
    CHECK(scene.run(0, "INSERT INTO claim (name) VALUES ('b') RETURNING id") == "1: 4");
}

TEST_CASE("SQL failover: updated and deleted rows are what they were, in their places", "[fake]") {
    Kept scene(3);
    scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 10)");
    scene.run(0, "INSERT INTO account (id, amount) VALUES (2, 20)");
    const Fingerprint before = scene.hash();
    scene.begin(0);
    scene.run(0, "UPDATE account SET amount = 11 WHERE id = 1");
    scene.run(0, "DELETE FROM account WHERE id = 2");
    scene.run(0, "INSERT INTO account (id, amount) VALUES (3, 30)");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.committed("account") == Lines{"1|11|NULL", "3|30|NULL"});
    scene.database.forget_commits(1);
    CHECK(scene.committed("account") == Lines{"1|10|NULL", "2|20|NULL"});
    CHECK(scene.hash() == before);
}

TEST_CASE("SQL failover: several commits of one row are taken back one by one", "[fake]") {
    const auto left = [](std::size_t forgotten) {
        Kept scene(3);
        scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 10)");
        scene.run(0, "UPDATE account SET amount = 11");
        scene.run(0, "DELETE FROM account");
        scene.database.forget_commits(forgotten);
        return scene.committed("account");
    };
    CHECK(left(0).empty());
    CHECK(left(1) == Lines{"1|11|NULL"});
    CHECK(left(2) == Lines{"1|10|NULL"});
    CHECK(left(3).empty());
    CHECK(left(9).empty());
}

TEST_CASE("SQL failover: no more commits are kept than may be forgotten", "[fake]") {
    Kept scene(1);
    scene.run(0, insert, "a");
    scene.run(0, insert, "b");
    CHECK(scene.database.forgettable() == 1);
    scene.database.forget_commits(2);
    CHECK(scene.committed("claim") == Lines{"1|a|0|NULL|NULL"});
    CHECK(scene.database.forgettable() == 0);
}

TEST_CASE("SQL failover: reads and rolled back transactions are no commits that write", "[fake]") {
    Kept scene(2);
    scene.run(0, "SELECT name FROM claim");
    scene.begin(0);
    scene.run(0, insert, "a");
    scene.rollback(0);
    CHECK(scene.database.forgettable() == 0);
}

TEST_CASE("SQL failover: open transactions and waiting statements are rolled back", "[fake]") {
    Kept scene(1);
    scene.run(0, insert, "a");
    scene.begin(0);
    scene.run(0, insert, "b");
    CHECK(scene.run(1, insert, "b") == "waits");
    scene.database.forget_commits(1);
    CHECK(scene.committed("claim").empty());
    CHECK_FALSE(scene.database.in_transaction(0));
    CHECK_FALSE(scene.database.waiting(1));
    CHECK(scene.run(1, insert, "b") == "1");
}

TEST_CASE("SQL failover: nothing is left of serializable transactions", "[fake]") {
    const auto insert_one = [](Kept& scene) {
        scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 10)");
    };
    Kept plain(2);
    insert_one(plain);
    Kept scene(2);
    insert_one(scene);
    scene.begin(0, Isolation::serializable);
    scene.begin(1, Isolation::serializable);
    CHECK(scene.run(0, "SELECT amount FROM account") == "1: 10");
    CHECK(scene.run(1, "UPDATE account SET amount = 11") == "1");
    CHECK(scene.commit(1) == "0");
    scene.database.forget_commits(1);
    CHECK(scene.committed("account") == Lines{"1|10|NULL"});
    CHECK(scene.hash() == plain.hash());
}

TEST_CASE("SQL failover: it counts as a change of committed rows", "[fake]") {
    Kept scene(1);
    scene.run(0, insert, "a");
    const std::uint64_t before = scene.database.commits();
    scene.database.forget_commits(1);
    CHECK(scene.database.commits() == before + 1);
}

TEST_CASE("SQL failover: what it would take back is state, and only where it may come", "[fake]") {
    // The same row at last; the newest commit has made it from nothing, or from another amount.
    const auto updated = [](std::size_t kept) {
        Kept scene(kept);
        scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 10)");
        scene.run(0, "UPDATE account SET amount = 11");
        return scene.hash();
    };
    const auto inserted = [](std::size_t kept) {
        Kept scene(kept);
        scene.run(0, "INSERT INTO account (id, amount) VALUES (2, 10)");
        scene.run(0, "DELETE FROM account");
        scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 11)");
        return scene.hash();
    };
    CHECK(updated(0) == inserted(0));
    CHECK(updated(1) != inserted(1));
}

TEST_CASE("SQL fake: a wait that is ended from outside dooms its transaction", "[fake]") {
    Scene scene;
    scene.begin(0);
    scene.run(0, insert, "a");
    scene.begin(1);
    CHECK(scene.run(1, insert, "b") == "1");
    CHECK(scene.run(1, insert, "a") == "waits");
    const Error timeout{ErrorKind::lock_timeout, Certainty::definite};
    CHECK(scene.database.fail_wait(1, ErrorKind::lock_timeout) == timeout);
    CHECK_FALSE(scene.database.waiting(1));
    CHECK(scene.run(1, "SELECT name FROM claim") == "in_failed_transaction");
    CHECK(scene.commit(1) == "in_failed_transaction");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.committed("claim") == Lines{"1|a|0|NULL|NULL"});
}

TEST_CASE(
    "SQL fake: outside a transaction only the statement whose wait ended is undone", "[fake]"
) {
    Scene scene;
    scene.begin(0);
    scene.run(0, insert, "a");
    CHECK(scene.run(1, insert, "a") == "waits");
    static_cast<void>(scene.database.fail_wait(1, ErrorKind::lock_timeout));
    CHECK(scene.run(1, insert, "b") == "1");
}

}  // namespace onceproof::fake
