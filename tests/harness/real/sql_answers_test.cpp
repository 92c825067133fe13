#include "harness/real/sql_answers.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using backend::Answer;

TEST_CASE("expected_answer: rows have a day added to their times", "[real]") {
    const Rows rows{{{std::int64_t{1}, Instant(Duration(1)), std::monostate{}}}, 1};
    CHECK(expected_answer(rows) == Answer{.rows = {"1|@86400000001|\\N"}, .affected = 1});
    const Error error{ErrorKind::deadlock, Certainty::definite};
    CHECK(expected_answer(error) == Answer{.error = ErrorKind::deadlock});
}

TEST_CASE("same_answer: the order of rows counts where it was asked for", "[real]") {
    const Answer one{.rows = {"1", "2"}, .affected = 2};
    const Answer other{.rows = {"2", "1"}, .affected = 2};
    CHECK(same_answer("SELECT k FROM t", one, other));
    CHECK_FALSE(same_answer("SELECT k FROM t ORDER BY k", one, other));
    CHECK_FALSE(same_answer("SELECT k FROM t", one, {.rows = {"1"}, .affected = 1}));
}

TEST_CASE("expected_rows: they stand in one order", "[real]") {
    const world::StoreContents::Table table{"t", {{std::int64_t{2}}, {std::int64_t{1}}}};
    CHECK(expected_rows(table) == Answer{.rows = {"1", "2"}, .affected = 2});
}

}  // namespace
}  // namespace onceproof::harness
