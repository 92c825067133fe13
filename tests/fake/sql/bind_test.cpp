#include "model/fake/sql/bind.hpp"

#include <string>

#include "model/fake/plan.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

std::string refusal(const std::string& text) {
    const SchemaPtr schema = compile_schema(
        "CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int UNIQUE, b "
        "varchar(3), "
        "at timestamptz)"
    );
    try {
        (void)compile(*schema, text);
    } catch (const UnsupportedSql& problem) {
        const std::string what = problem.what();
        return what.substr(0, what.find(" in: "));
    }
    return "accepted";
}

Plan plan_of(const SchemaPtr& schema, const std::string& text) {
    return *compile(*schema, text);
}

}  // namespace

TEST_CASE("SQL binder: names must exist", "[fake]") {
    CHECK(refusal("SELECT x FROM t") == "unsupported SQL: the unknown column x");
    CHECK(refusal("SELECT a FROM s") == "unsupported SQL: the unknown table s");
    CHECK(refusal("UPDATE t SET x = 1") == "unsupported SQL: the unknown column x");
}

TEST_CASE("SQL binder: types must fit as PostgreSQL wants them", "[fake]") {
    CHECK(
        refusal("SELECT a FROM t WHERE a = b") ==
        "unsupported SQL: = between different types (types do not fit)"
    );
    CHECK(
        refusal("SELECT a FROM t WHERE a") ==
        "unsupported SQL: a condition that is no boolean (types do not fit)"
    );
    CHECK(
        refusal("UPDATE t SET a = b") ==
        "unsupported SQL: a value that does not fit the type of a (types do not fit)"
    );
    // PostgreSQL takes $1 for an interval here: "operator does not exist: timestamptz < interval".
    CHECK(
        refusal("SELECT a FROM t WHERE at < $1 + interval '1 hour'") ==
        "unsupported SQL: < between different types (types do not fit)"
    );
    CHECK(refusal("SELECT a FROM t WHERE at < $1::timestamptz + interval '1 hour'") == "accepted");
}

TEST_CASE("SQL binder: the identity column cannot be written", "[fake]") {
    CHECK(
        refusal("INSERT INTO t (id, a) VALUES (1, 2)") ==
        "unsupported SQL: a value for the identity column"
    );
    CHECK(refusal("UPDATE t SET id = 1") == "unsupported SQL: SET of the identity column");
}

TEST_CASE("SQL binder: ON CONFLICT needs a key with just these columns", "[fake]") {
    CHECK(refusal("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING") == "accepted");
    CHECK(
        refusal("INSERT INTO t (a) VALUES (1) ON CONFLICT (b) DO NOTHING") ==
        "unsupported SQL: ON CONFLICT on columns that are no key"
    );
}

TEST_CASE("SQL binder: a parameter has the type of its context", "[fake]") {
    const SchemaPtr schema =
        compile_schema("CREATE TABLE t (a smallint, b bigint, c text, at timestamptz)");
    const Plan plan =
        plan_of(schema, "SELECT $5 FROM t WHERE a = $1 AND b > $2 AND c = $3 AND at < $4 LIMIT $6");
    CHECK(
        plan.parameters ==
        std::vector<Type>{
            Type::int2, Type::int8, Type::text, Type::timestamptz, Type::text, Type::int8}
    );
}

TEST_CASE("SQL binder: WHERE that fixes all columns of a key pins it", "[fake]") {
    const SchemaPtr schema =
        compile_schema("CREATE TABLE t (a int PRIMARY KEY, b int, c int, UNIQUE (b, c))");
    CHECK(plan_of(schema, "SELECT a FROM t WHERE a = $1 AND b > 0").pinned_key == 0U);
    CHECK(plan_of(schema, "SELECT a FROM t WHERE 2 = c AND b = $1").pinned_key == 1U);
    CHECK_FALSE(plan_of(schema, "SELECT a FROM t WHERE b = $1").pinned_key);
    CHECK_FALSE(plan_of(schema, "SELECT a FROM t WHERE a = $1 OR b = 1").pinned_key);
    CHECK_FALSE(plan_of(schema, "SELECT a FROM t WHERE a = b").pinned_key);
}

}  // namespace onceproof::fake
