#include "impls/backend/mariadb_literal.hpp"

#include <array>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("mariadb_statement: parameters are written in by their numbers and kinds", "[backend]") {
    const std::array<Value, 4> parameters{
        std::int64_t{-3},
        std::string("it's 1\\2"),
        Instant(Duration(1'700'000'000'000'001)),
        std::monostate{}};
    CHECK(
        mariadb_statement("INSERT INTO t VALUES ($2, $1, $3, $4)", parameters) ==
        "INSERT INTO t VALUES ('it''s 1\\2', -3, TIMESTAMP'2023-11-14 22:13:20.000001', NULL)"
    );
}

}  // namespace
}  // namespace onceproof::backend
