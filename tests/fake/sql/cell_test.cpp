#include "model/fake/sql/cell.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE(
    "SQL cell: a text of any length comes back as it was, also after copy and move", "[fake]"
) {
    for (const std::size_t length : {0U, 1U, 14U, 15U, 300U}) {
        const std::string text(length, 'x');
        Cell cell(Datum::text(text));
        Cell copy = cell;
        Cell moved = std::move(cell);
        copy = moved;
        CHECK(copy.view().text() == text);
        CHECK(moved.view().text() == text);
        CHECK(copy == moved);
    }
}

TEST_CASE("SQL cell: NULL equals NULL as content, and nothing else", "[fake]") {
    CHECK(Cell() == Cell());
    CHECK_FALSE(Cell() == Cell(Datum::integer(0)));
    CHECK_FALSE(Cell(Datum::integer(5)) == Cell(Datum::instant(5)));
}

TEST_CASE("SQL datum: values become port values and texts compare by bytes", "[fake]") {
    CHECK(Datum().value() == Value());
    CHECK(Datum::boolean(true).value() == Value(std::int64_t{1}));
    CHECK(Datum::text("a").value() == Value(std::string("a")));
    CHECK(Datum::instant(7).value() == Value(Instant(Duration(7))));
    CHECK(compare(Datum::text("Z"), Datum::text("a")) < 0);
    CHECK(compare(Datum::text("a"), Datum::text("aa")) < 0);
    CHECK(compare(Datum::integer(-1), Datum::integer(1)) < 0);
}

TEST_CASE("SQL datum: the hash of an instant is that of its distance from now", "[fake]") {
    const auto print = [](const Datum& datum, std::int64_t now) {
        Hasher hasher;
        Naming naming;
        datum.hash(hasher, Instant(Duration(now)), naming);
        return hasher.finish();
    };
    CHECK(print(Datum::instant(30), 10) == print(Datum::instant(120), 100));
    CHECK(print(Datum::instant(30), 10) != print(Datum::instant(30), 11));
    CHECK(print(Datum::integer(30), 10) == print(Datum::integer(30), 11));
}

}  // namespace onceproof::fake
