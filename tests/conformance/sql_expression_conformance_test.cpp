#include <string>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "model/fake/database.hpp"
#include "model/fake/plan.hpp"
#include "tests/conformance/sequences.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/conformance/sql_forkable.hpp"
#include "tests/conformance/sql_runs.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

namespace {

constexpr const char* table = R"(
CREATE TABLE e (
    id int PRIMARY KEY, a smallint, b int, c bigint, s text, v varchar(4), f boolean, at timestamptz
);
)";

constexpr const char* rows = R"(INSERT INTO e VALUES
    (1, 0, 1, 2, 'a', 'a', true, $1), (2, NULL, 1, 1, '', 'ab', false, $2),
    (3, 1, NULL, -1, 'ab', NULL, NULL, $1), (4, 2, 2, NULL, NULL, 'b', true, NULL),
    (5, NULL, NULL, NULL, NULL, NULL, NULL, $2), (6, -3, 3, 3, 'b', '', false, $1))";

std::string one_of(std::initializer_list<std::string> texts) {
    return *rc::gen::elementOf(std::vector<std::string>(texts));
}

std::string integer(int depth) {
    if (depth <= 0 || *rc::gen::inRange(0, 2) == 0) {
        return one_of({"a", "b", "c", "id", "0", "1", "-2", "3", "5000000000", "1::bigint"});
    }
    if (*rc::gen::inRange(0, 5) == 0) return fmt::format("(- {})", integer(depth - 1));
    return fmt::format(
        "({} {} {})", integer(depth - 1), one_of({"+", "-", "*"}), integer(depth - 1)
    );
}

/// One that differs from row to row.
std::string integer_of_row(int depth) {
    const std::string column = one_of({"a", "b", "c", "id"});
    if (depth <= 0 || *rc::gen::inRange(0, 2) == 0) return column;
    return fmt::format("({} {} {})", column, one_of({"+", "-", "*"}), integer(depth - 1));
}

std::string text() {
    return one_of({"s", "v", "'a'", "'ab'", "''", "'B'"});
}

std::string instant(const std::string& base) {
    const std::string shift = one_of(
        {"", " + interval '1 minute'", " - interval '1 hour 60 seconds'", " + 2 * interval '1 day'"}
    );
    return "(" + base + shift + ")";
}

std::string condition(int depth);

/// What stands beside AND or OR may be the same in every row.
std::string operand(int depth) {
    return *rc::gen::inRange(0, 6) == 0
               ? one_of({"true", "false", "(1 IS NULL)", "(2 > 1::bigint)"})
               : condition(depth);
}

/// Different from row to row.
std::string condition(int depth) {
    const std::string compare = one_of({"=", "<>", "<", "<=", ">", ">="});
    switch (*rc::gen::inRange(0, depth <= 0 ? 6 : 10)) {
        case 0:
            return one_of({"f", "(f IS NULL)", "(f IS NOT NULL)"});
        case 1:
            return fmt::format("({} {} {})", integer_of_row(depth), compare, integer(depth));
        case 2:
            return fmt::format("({} {} {})", one_of({"s", "v"}), compare, text());
        case 3:
            return fmt::format(
                "({} {} {})",
                instant("at"),
                compare,
                instant(one_of({"at", "$1::timestamptz", "$2::timestamptz"}))
            );
        case 4:
            return fmt::format("({} IS {}NULL)", integer_of_row(depth), one_of({"", "NOT "}));
        case 5:
            return fmt::format(
                "({} {}IN ({}, {}))",
                integer_of_row(0),
                one_of({"", "NOT "}),
                integer(0),
                one_of({"b", "2", "NULL"})
            );
        case 6:
            return fmt::format("(NOT {})", condition(depth - 1));
        case 7:
            return fmt::format("({} AND {})", operand(depth - 1), operand(depth - 1));
        default:
            return fmt::format("({} OR {})", operand(depth - 1), operand(depth - 1));
    }
}

}  // namespace

TEST_CASE("SQL fake: expressions have the values that PostgreSQL gives them", "[backends]") {
    constexpr int depth_max = 3;
    SteppedDatabase& real = postgres();
    const Connected connected(real, table, 1);
    const fake::SchemaPtr schema = fake::compile_schema(table);
    fake::Database database(*schema, 1);
    const std::vector<Value> instants{
        Value(Instant(std::chrono::minutes(5))), Value(Instant(std::chrono::hours(24)))};
    const fake::PlanPtr fill = fake::compile(*schema, rows);
    REQUIRE(answer_of(database.execute(0, *fill, instants, Instant()))->affected == 6);
    real.send(0, rows, instants);
    REQUIRE(real.receive(0, 2'000)->affected == 6);
    Part part = part_for(real, "expressions in every row of a table");
    part.figures.emplace();
    const Law law{
        "the fake and PostgreSQL give an expression the same value in every row",
        100,
        [&](int, std::size_t& steps) {
            steps = 1;
            const auto query = *rc::gen::resize(
                rc::kNominalSize, rc::gen::exec([] {
                    return fmt::format(
                        "SELECT id, {}, {} FROM e WHERE ({}) OR at < $1 AND at > $2 ORDER BY {}, "
                        "id",
                        integer(depth_max),
                        condition(depth_max),
                        condition(depth_max),
                        one_of({"a", "b DESC", "c", "s DESC NULLS LAST", "v NULLS FIRST"})
                    );
                })
            );
            real.send(0, query, instants);
            const std::optional<Answer> expected = real.receive(0, 2'000);
            const fake::PlanPtr plan = fake::compile(*schema, query);
            const std::optional<Answer> answer =
                answer_of(database.execute(0, *plan, instants, Instant()));
            ++part.figures->sequences;
            ++part.figures->calls;
            if (answer && answer->error) ++part.figures->errors;
            if (expected == answer) return;
            RC_FAIL(fmt::format("{}\nreal: {}\nfake: {}", query, show(*expected), show(*answer)));
        }};
    CHECK(holds(law, settings().sequences * 5));
    tell(part);
}

}  // namespace onceproof::conformance
