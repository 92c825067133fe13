#include "impls/backend/postgres_answer.hpp"

#include <array>
#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

constexpr Oid text_type = 25;
constexpr Oid bool_type = 16;
constexpr Oid timestamptz_type = 1184;

TEST_CASE("answer_of: rows have their values by the types of their columns", "[backend]") {
    const PostgresResult result(PQmakeEmptyPGresult(nullptr, PGRES_TUPLES_OK));
    std::array<std::string, 3> names{"a", "b", "c"};
    std::array<PGresAttDesc, 3> columns{};
    constexpr std::array<Oid, 3> types{text_type, bool_type, timestamptz_type};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i].name = names[i].data();
        columns[i].typid = types[i];
    }
    REQUIRE(PQsetResultAttrs(result.get(), 3, columns.data()) != 0);
    std::array<std::string, 3> values{"x", "t", "1970-01-01 00:00:01.5+00"};
    for (int i = 0; i < 3; ++i) {
        auto& value = values[static_cast<std::size_t>(i)];
        REQUIRE(PQsetvalue(result.get(), 0, i, value.data(), static_cast<int>(value.size())) != 0);
        REQUIRE(PQsetvalue(result.get(), 1, i, nullptr, -1) != 0);
    }
    const Answer answer = answer_of(result.get());
    CHECK_FALSE(answer.error);
    CHECK(answer.rows == std::vector<std::string>{"x|1|@1500000", "\\N|\\N|\\N"});
}

TEST_CASE("answer_of: an error that no server has sent is a lost connection", "[backend]") {
    const PostgresResult result(PQmakeEmptyPGresult(nullptr, PGRES_FATAL_ERROR));
    CHECK(answer_of(result.get()) == lost_answer());
    CHECK(answer_of(nullptr).error == ErrorKind::connection_lost);
}

}  // namespace
}  // namespace onceproof::backend
