#include "model/fake/sql/parse.hpp"

#include <string>

#include "model/fake/plan.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

std::string refusal(const std::string& text) {
    try {
        parse(text);
    } catch (const UnsupportedSql& problem) {
        return problem.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("SQL parser: what the fake does not have is refused by name, with the text", "[fake]") {
    CHECK(
        refusal("SELECT a FROM t GROUP BY a") ==
        "unsupported SQL: SELECT with groupClause in: SELECT a FROM t GROUP BY a"
    );
    CHECK(refusal("SELECT a FROM t, u") == "unsupported SQL: a join in: SELECT a FROM t, u");
    CHECK(
        refusal("SELECT lower(a) FROM t") ==
        "unsupported SQL: the function lower in: SELECT lower(a) FROM t"
    );
    CHECK(
        refusal("SELECT a FROM t FOR KEY SHARE") ==
        "unsupported SQL: FOR KEY SHARE in: SELECT a FROM t FOR KEY SHARE"
    );
    CHECK(
        refusal("SELECT a FROM t OFFSET 1") ==
        "unsupported SQL: SELECT with limitOffset in: SELECT a FROM t OFFSET 1"
    );
    CHECK(
        refusal("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2") ==
        "unsupported SQL: ON CONFLICT DO UPDATE in: INSERT INTO t (a) VALUES (1) ON CONFLICT (a) "
        "DO "
        "UPDATE SET a = 2"
    );
    CHECK(
        refusal("CREATE TABLE t (a int CHECK (a > 0))") ==
        "unsupported SQL: CONSTR_CHECK in: CREATE TABLE t (a int CHECK (a > 0))"
    );
    CHECK(refusal("DROP TABLE t") == "unsupported SQL: DropStmt in: DROP TABLE t");
}

TEST_CASE("SQL parser: a syntax error is refused with the parser's message", "[fake]") {
    CHECK(refusal("SELEC 1") == "unsupported SQL: syntax error at or near \"SELEC\" in: SELEC 1");
}

TEST_CASE("SQL parser: comments are no part of a statement", "[fake]") {
    CHECK(parse("-- one\nSELECT /* two */ 1; SELECT 2").size() == 2);
}

TEST_CASE("SQL parser: numbers keep their sign and zero", "[fake]") {
    const auto statements = parse("SELECT 0, -1, - 12, 3, 5000000000, -5000000000, 7 -2");
    std::vector<std::int64_t> numbers;
    for (const ast::Target& target : std::get<ast::Select>(statements.at(0)).targets) {
        numbers.push_back(target.value.number);
        if (target.value.kind == ast::Kind::operation) {
            numbers.push_back(target.value.children.at(1).number);
        }
    }
    CHECK(numbers == std::vector<std::int64_t>{0, -1, -12, 3, 5'000'000'000, -5'000'000'000, 0, 2});
}

TEST_CASE("SQL parser: NOT IN is a conjunction of inequalities", "[fake]") {
    const auto statements = parse("SELECT a FROM t WHERE a NOT IN (1, 2, 3)");
    const auto& select = std::get<ast::Select>(statements.at(0));
    REQUIRE(select.where);
    CHECK(select.where->kind == ast::Kind::all_of);
    REQUIRE(select.where->children.size() == 3);
    CHECK(select.where->children[2].text == "<>");
    CHECK(select.where->children[2].children[1].number == 3);
}

TEST_CASE("SQL parser: descending order puts NULLs first unless told otherwise", "[fake]") {
    const auto statements = parse("SELECT a FROM t ORDER BY a, b DESC, c DESC NULLS LAST");
    const auto& order = std::get<ast::Select>(statements.at(0)).order;
    REQUIRE(order.size() == 3);
    CHECK_FALSE(order[0].nulls_first);
    CHECK(order[1].nulls_first);
    CHECK_FALSE(order[2].nulls_first);
}

}  // namespace onceproof::fake
