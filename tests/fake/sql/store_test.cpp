#include "model/fake/sql/store.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

Cells one(std::int64_t number) {
    Cells cells;
    cells.emplace_back(Datum::integer(number));
    return cells;
}

Row& pending(Store& store, std::size_t session, Change change, std::int64_t number) {
    Row& row = store.tables[0].rows.at(0);
    row.change = change;
    row.writer = static_cast<std::uint8_t>(session);
    row.pending = one(number);
    store.sessions[session].touched = 1;
    return row;
}

void commit(Store& store, std::size_t session) {
    ++store.last_commit;
    publish(store, session);
    prune(store);
}

}  // namespace

TEST_CASE(
    "SQL store: a superseded version is kept exactly as long as a snapshot sees it", "[fake]"
) {
    const SchemaPtr schema = compile_schema("CREATE TABLE t (a int)");
    Store store(*schema, 3, Dialect::postgres);
    store.tables[0].rows.emplace_back();
    pending(store, 0, Change::insert, 1);
    commit(store, 0);
    Row& row = pending(store, 0, Change::update, 2);
    commit(store, 0);
    CHECK(row.older.empty());
    store.sessions[1].snapshot = store.last_commit;
    pending(store, 0, Change::update, 3);
    commit(store, 0);
    pending(store, 0, Change::update, 4);
    commit(store, 0);
    REQUIRE(row.older.size() == 1);
    CHECK((*visible(row, 1, *store.sessions[1].snapshot))[0].view().number() == 2);
    CHECK((*visible(row, 0, store.last_commit))[0].view().number() == 4);
    store.sessions[1].snapshot.reset();
    prune(store);
    CHECK(row.older.empty());
    CHECK(store.superseded == 0);
}

TEST_CASE("SQL store: a deleted row goes when the last snapshot that sees it ends", "[fake]") {
    const SchemaPtr schema = compile_schema("CREATE TABLE t (a int)");
    Store store(*schema, 3, Dialect::postgres);
    store.tables[0].rows.emplace_back();
    pending(store, 0, Change::insert, 1);
    commit(store, 0);
    store.sessions[1].snapshot = store.last_commit;
    pending(store, 0, Change::remove, 1);
    commit(store, 0);
    REQUIRE(store.tables[0].rows.size() == 1);
    CHECK(visible(store.tables[0].rows[0], 0, store.last_commit) == nullptr);
    CHECK(visible(store.tables[0].rows[0], 1, *store.sessions[1].snapshot) != nullptr);
    store.sessions[1].snapshot.reset();
    prune(store);
    CHECK(store.tables[0].rows.empty());
}

TEST_CASE(
    "SQL store: a change is seen by its own session only, and withdrawn without a trace", "[fake]"
) {
    const SchemaPtr schema = compile_schema("CREATE TABLE t (a int)");
    Store store(*schema, 2, Dialect::postgres);
    store.tables[0].rows.emplace_back();
    Row& row = pending(store, 0, Change::insert, 1);
    CHECK(visible(row, 0, store.last_commit) != nullptr);
    CHECK(visible(row, 1, store.last_commit) == nullptr);
    withdraw(store, 0);
    CHECK(store.tables[0].rows.empty());
}

TEST_CASE(
    "SQL store: committed rows stand in primary key order whatever the order of commits", "[fake]"
) {
    Scene scene;
    scene.begin(0);
    CHECK(scene.run(0, "INSERT INTO account VALUES (2, 0)") == "1");
    CHECK(scene.run(1, "INSERT INTO account VALUES (3, 0), (1, 0)") == "2");
    CHECK(scene.commit(0) == "0");
    CHECK(scene.run(1, "UPDATE account SET id = 9 WHERE id = 1") == "1");
    CHECK(
        scene.committed("account") == std::vector<std::string>{"2|0|NULL", "3|0|NULL", "9|0|NULL"}
    );
}

}  // namespace onceproof::fake
