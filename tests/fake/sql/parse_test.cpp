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

}  // namespace onceproof::fake
