#include "model/fake/sql/cells.hpp"

#include <optional>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

Cells cells_of(const char* name, std::int64_t amount) {
    Cells cells;
    cells.emplace_back(Datum::integer(amount));
    cells.emplace_back(Datum::text(name));
    return cells;
}

Fingerprint still(const Cells& cells) {
    return cells.digest(std::nullopt).still;
}

std::vector<std::size_t> moving(const Cells& cells, std::optional<std::size_t> identity) {
    std::vector<std::size_t> places;
    cells.digest(identity).for_each_moving(cells.size(), [&](std::size_t place) {
        places.push_back(place);
    });
    return places;
}

}  // namespace

TEST_CASE("SQL cells: a digest that was remembered goes with the change of any cell", "[fake]") {
    Cells cells = cells_of("a", 1);
    CHECK(still(cells) == still(cells_of("a", 1)));
    cells.set(0, Cell(Datum::integer(2)));
    CHECK(still(cells) == still(cells_of("a", 2)));
    const Cells two = cells;
    CHECK(still(two) == still(cells));
    cells.emplace_back(Datum::integer(3));
    CHECK(still(cells) != still(two));
    cells = cells_of("a", 2);
    CHECK(still(cells) == still(two));
    cells.push_back(Cell());
    CHECK(still(cells) != still(two));
    cells.clear();
    CHECK(still(cells) == still(Cells()));
}

TEST_CASE("SQL cells: moved cells take their digest along", "[fake]") {
    Cells cells = cells_of("a", 1);
    const Fingerprint before = still(cells);
    const Cells moved = std::move(cells);
    CHECK(still(moved) == before);
    cells = Cells();
    CHECK(still(cells) == still(Cells()));
    Cells other = cells_of("b", 1);
    CHECK(still(other) != before);
    other = cells_of("a", 1);
    CHECK(still(other) == before);
}

TEST_CASE("SQL cells: instants, ids in texts and the identity are hashed each time", "[fake]") {
    Cells cells;
    cells.emplace_back(Datum::integer(7));
    cells.emplace_back(Datum::instant(5));
    cells.emplace_back(Datum::text("drawn by h2.1-3"));
    cells.emplace_back(Datum::text("pay-1"));
    cells.emplace_back();
    CHECK(moving(cells, std::nullopt) == std::vector<std::size_t>{1, 2});
    Cells same;
    same.emplace_back(Datum::integer(8));
    same.emplace_back(Datum::instant(6));
    same.emplace_back(Datum::text("h1.1-1"));
    same.emplace_back(Datum::text("pay-1"));
    same.emplace_back();
    CHECK(moving(same, 0) == std::vector<std::size_t>{0, 1, 2});
    Cells other;
    for (const Cell& cell : same) {
        other.push_back(cell);
    }
    other.set(0, Cell(Datum::integer(9)));
    CHECK(other.digest(0).still == same.digest(0).still);
    other.set(3, Cell(Datum::text("pay-2")));
    CHECK(other.digest(0).still != same.digest(0).still);
}

TEST_CASE("SQL cells: those without a bit of their own are hashed each time", "[fake]") {
    Cells cells;
    for (std::int64_t number = 0; number < 66; ++number) {
        cells.emplace_back(Datum::integer(number));
    }
    CHECK(moving(cells, std::nullopt) == std::vector<std::size_t>{64, 65});
}

}  // namespace onceproof::fake
