#include "model/fake/sql/reader.hpp"

#include "model/fake/sql/parse.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE("SQL reader: numbers keep their sign and zero", "[fake]") {
    const auto statements =
        parse("SELECT 0, -1, - 12, -(-(-(3))), 3, 5000000000, -5000000000, 7 -2");
    std::vector<std::int64_t> numbers;
    for (const ast::Target& target : std::get<ast::Select>(statements.at(0)).targets) {
        numbers.push_back(target.value.number);
        if (target.value.kind == ast::Kind::operation) {
            numbers.push_back(target.value.children.at(1).number);
        }
    }
    CHECK(
        numbers == std::vector<std::int64_t>{0, -1, -12, -3, 3, 5'000'000'000, -5'000'000'000, 0, 2}
    );
}

TEST_CASE("SQL reader: NOT IN is a conjunction of inequalities", "[fake]") {
    const auto statements = parse("SELECT a FROM t WHERE a NOT IN (1, 2, 3)");
    const auto& select = std::get<ast::Select>(statements.at(0));
    REQUIRE(select.where);
    CHECK(select.where->kind == ast::Kind::all_of);
    REQUIRE(select.where->children.size() == 3);
    CHECK(select.where->children[2].text == "<>");
    CHECK(select.where->children[2].children[1].number == 3);
}

TEST_CASE("SQL reader: descending order puts NULLs first unless told otherwise", "[fake]") {
    const auto statements = parse("SELECT a FROM t ORDER BY a, b DESC, c DESC NULLS LAST");
    const auto& order = std::get<ast::Select>(statements.at(0)).order;
    REQUIRE(order.size() == 3);
    CHECK_FALSE(order[0].nulls_first);
    CHECK(order[1].nulls_first);
    CHECK_FALSE(order[2].nulls_first);
}

}  // namespace onceproof::fake
