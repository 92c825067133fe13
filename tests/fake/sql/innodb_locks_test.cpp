#include "model/fake/sql/innodb_locks.hpp"

#include "model/fake/sql/index.hpp"
#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr LockMode shared{.exclusive = false};
constexpr LockMode exclusive{.exclusive = true};

/// A table with the rows 10 and 20.
struct Locked {
    Locked() {
        for (const std::int64_t id : {10, 20}) {
            Row& row = store.tables[0].rows.emplace_back();
            row.number = store.tables[0].next_row++;
            row.newest = {1, at(id).cells};
        }
    }
    static Place at(std::int64_t id) {
        Place place;
        place.cells.emplace_back(Datum::integer(id));
        return place;
    }
    SchemaPtr schema = compile_schema("CREATE TABLE t (id int PRIMARY KEY)");
    Store store{*schema, 3, Dialect::mysql};
};

}  // namespace

TEST_CASE("InnoDB locks: shared ones go together, an exclusive one waits", "[fake]") {
    Locked locked;
    CHECK(lock_record(locked.store, 0, Locked::at(10), shared));
    CHECK(lock_record(locked.store, 1, Locked::at(10), shared));
    CHECK_FALSE(lock_record(locked.store, 2, Locked::at(10), exclusive));
    CHECK(conflicts_of(locked.store, 2).sessions == 3);
    CHECK(conflicts_of(locked.store, 2).first == 1);
    drop_locks(locked.store, 0);
    drop_locks(locked.store, 1);
    CHECK(conflicts_of(locked.store, 2).sessions == 0);
    grant(locked.store, 2);
    CHECK(lock_record(locked.store, 2, Locked::at(10), exclusive));
    CHECK(holds_record(locked.store, 2, Locked::at(10), true));
}

TEST_CASE("InnoDB locks: a request that waits keeps later ones waiting", "[fake]") {
    Locked locked;
    CHECK(lock_record(locked.store, 0, Locked::at(10), shared));
    CHECK_FALSE(lock_record(locked.store, 1, Locked::at(10), exclusive));
    CHECK(record_is_taken(locked.store, 2, Locked::at(10), false));
    drop_requests(locked.store, 1);
    CHECK_FALSE(record_is_taken(locked.store, 2, Locked::at(10), false));
}

TEST_CASE("InnoDB locks: a gap belongs to many, and nobody else inserts into it", "[fake]") {
    Locked locked;
    lock_gap(locked.store, 0, Locked::at(15), true);
    lock_gap(locked.store, 1, Locked::at(15), true);
    CHECK_FALSE(may_insert(locked.store, 0, Locked::at(12)));
    CHECK(may_insert(locked.store, 2, Locked::at(25)));
    CHECK_FALSE(may_insert(locked.store, 2, Locked::at(19)));
    drop_locks(locked.store, 1);
    CHECK(may_insert(locked.store, 0, Locked::at(12)));
}

TEST_CASE("InnoDB locks: what was locked on an entry that goes is locked on its gap", "[fake]") {
    Locked locked;
    const bool committed = GENERATE(false, true);
    if (committed) locked.store.sessions[0].isolation = Isolation::read_committed;
    const LockMode mode = GENERATE(shared, exclusive);
    CHECK(lock_record(locked.store, 0, Locked::at(10), mode));
    locked.store.tables[0].rows.erase(locked.store.tables[0].rows.begin());
    place_is_gone(locked.store, Locked::at(10));
    // READ COMMITTED does not want gaps for rows that it changes.
    const bool inherits = !committed || !mode.exclusive;
    CHECK(may_insert(locked.store, 1, Locked::at(10)) != inherits);
    CHECK(may_insert(locked.store, 1, Locked::at(5)) != inherits);
    CHECK(may_insert(locked.store, 1, Locked::at(21)));
}

TEST_CASE("InnoDB locks: a gap grows when the entry at its end goes", "[fake]") {
    Locked locked;
    lock_gap(locked.store, 0, Locked::at(15), true);
    CHECK(may_insert(locked.store, 1, Locked::at(5)));
    locked.store.tables[0].rows.erase(locked.store.tables[0].rows.begin());
    place_is_gone(locked.store, Locked::at(10));
    CHECK_FALSE(may_insert(locked.store, 1, Locked::at(5)));
}

TEST_CASE(
    "InnoDB locks: an update that is undone keeps the row that it has found, not the old entries "
    "of its "
    "other keys",
    "[fake]"
) {
    constexpr const char* by_mark = "SELECT id FROM account WHERE mark = $1 FOR UPDATE";
    Scene scene(Dialect::mysql);
    scene.run(3, "INSERT INTO account (id, amount, mark) VALUES (1, 0, 10), (2, 0, 20)");
    scene.begin(0);
    scene.begin(1);
    CHECK(scene.run(0, "UPDATE account SET mark = 10 WHERE id = 2") == "unique_violation");
    CHECK(scene.run(1, by_mark, 20) == "waits");
    CHECK(scene.run(0, by_mark, 20) == "waits");
    CHECK(scene.database.deadlocked(1));
}

TEST_CASE(
    "InnoDB locks: a new entry that was waited for leaves its lock on the gap when it is undone",
    "[fake]"
) {
    const bool asked = GENERATE(false, true);
    Scene scene(Dialect::mysql);
    scene.run(3, "INSERT INTO account (id, amount, mark) VALUES (1, 0, 10)");
    scene.begin(0, Isolation::repeatable_read);
    scene.begin(1, Isolation::repeatable_read);
    CHECK(scene.run(1, "SELECT id FROM account WHERE mark = 10 FOR UPDATE") == "1: 1");
    CHECK(scene.run(0, "INSERT INTO account (id, amount, mark) VALUES (3, 0, 10)") == "waits");
    if (asked) {
        CHECK(scene.run(1, "SELECT id FROM account WHERE id = 3 FOR UPDATE") == "waits");
        REQUIRE(scene.database.deadlocked(1));
        scene.database.break_deadlock(1);
    } else {
        scene.rollback(1);
    }
    CHECK(scene.again(0) == "unique_violation");
    const std::string expected = asked ? "waits" : "1";
    CHECK(scene.run(2, "INSERT INTO account (id, amount, mark) VALUES (4, 0, 40)") == expected);
}

}  // namespace onceproof::fake
