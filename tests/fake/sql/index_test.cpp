#include "model/fake/sql/index.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

Cells cells_of(std::int64_t id, const char* name) {
    Cells cells;
    cells.emplace_back(Datum::integer(id));
    cells.emplace_back(name == nullptr ? Datum() : Datum::text(name));
    return cells;
}

/// Rows (1, b), (2, NULL) and (3, a) of a table with the keys id and name.
struct Indexed {
    Indexed() {
        const Cells rows[] = {cells_of(1, "b"), cells_of(2, nullptr), cells_of(3, "a")};
        for (const Cells& cells : rows) {
            Row& row = store.tables[0].rows.emplace_back();
            row.number = store.tables[0].next_row++;
            row.newest = {1, cells};
        }
    }
    SchemaPtr schema = compile_schema("CREATE TABLE t (id int PRIMARY KEY, name text UNIQUE)");
    Store store{*schema, 2, Dialect::mysql};
};

Cells name_place(const char* name, std::int64_t id) {
    Cells place;
    place.emplace_back(name == nullptr ? Datum() : Datum::text(name));
    place.emplace_back(Datum::integer(id));
    return place;
}

}  // namespace

TEST_CASE("SQL index: the rows are in the primary key, a NOT NULL key or by number", "[fake]") {
    const SchemaPtr schema = compile_schema(
        "CREATE TABLE a (x int UNIQUE, y int PRIMARY KEY);"
        "CREATE TABLE b (x int UNIQUE, y int NOT NULL UNIQUE);"
        "CREATE TABLE c (x int UNIQUE, y int);"
    );
    CHECK(clustered_index(schema->tables[0]) == 0);
    CHECK(index_columns(schema->tables[0], 1) == std::vector<std::size_t>{0, 1});
    CHECK(clustered_index(schema->tables[1]) == 1);
    CHECK(index_count(schema->tables[1]) == 2);
    CHECK(clustered_index(schema->tables[2]) == 1);
    CHECK(index_count(schema->tables[2]) == 2);
    CHECK(index_columns(schema->tables[2], 0) == std::vector<std::size_t>{0, row_number});
}

TEST_CASE("SQL index: places are in order, NULL first, equal keys by the primary key", "[fake]") {
    const Indexed indexed;
    CHECK(next_place(indexed.store, 0, 1, {}) == name_place(nullptr, 2));
    CHECK(next_place(indexed.store, 0, 1, name_place(nullptr, 2)) == name_place("a", 3));
    CHECK(next_place(indexed.store, 0, 1, name_place("a", 3)) == name_place("b", 1));
    CHECK(next_place(indexed.store, 0, 1, name_place("b", 1)).empty());
    CHECK(previous_place(indexed.store, 0, 1, {}) == name_place("b", 1));
    CHECK(compare_places(name_place("a", 3), name_place("a", 4)) < 0);
}

TEST_CASE("SQL index: a key's value equals every place that has it", "[fake]") {
    const Indexed indexed;
    const Cells place = name_place("b", 1);
    const Cells key = key_of(indexed.schema->tables[0], 1, place);
    CHECK(key.size() == 1);
    CHECK(compare_places(key, place) == 0);
    CHECK(places_with(indexed.store, 0, 1, key) == std::vector<Cells>{place});
    CHECK(is_present(indexed.store, 0, 1, key));
}

TEST_CASE("SQL index: an entry counts as deleted before it goes", "[fake]") {
    Indexed indexed;
    const Place place{0, 1, name_place("b", 1)};
    CHECK_FALSE(is_deleted(indexed.store, place));
    indexed.store.tables[0].rows[0].change = Change::remove;
    CHECK(is_deleted(indexed.store, place));
    CHECK(is_present(indexed.store, 0, 1, place.cells));
}

}  // namespace onceproof::fake
