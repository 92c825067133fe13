#include "impls/backend/mariadb_sql.hpp"

#include "tests/backend/mariadb_fixture.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("MariadbSql: a pool gives its connections and then makes callers wait", "[backend]") {
    MariadbSql sql({.socket = mariadb().socket(), .pool = 1, .pool_timeout = 50ms});
    const auto session = sql.open();
    REQUIRE(session.ok());
    CHECK(sql.open().error() == Error{ErrorKind::timeout, Certainty::definite});
    (*session)->close();
    const auto again = sql.open();
    CHECK(again.ok());
    (*again)->close();
}

TEST_CASE("MariadbSql: a server that is not there is unavailable", "[backend]") {
    MariadbSql sql({.socket = "/nowhere/mariadb.sock", .pool = 1});
    CHECK(sql.open().error() == Error{ErrorKind::unavailable, Certainty::definite});
    CHECK_FALSE(sql.last_message().empty());
}

TEST_CASE("MariadbSql: a statement that takes too long is ended by the server", "[backend]") {
    MariadbFixture fixture;
    SqlSession& holder = fixture.open();
    holder.begin(Isolation::server_default);
    const char* const insert = "INSERT INTO t VALUES (1, 'a')";
    REQUIRE(holder.execute(insert).ok());
    MariadbSql sql({.socket = mariadb().socket(), .pool = 1, .statement_timeout = 100ms});
    const auto session = sql.open();
    REQUIRE(session.ok());
    const auto slow = (*session)->execute(insert);
    REQUIRE_FALSE(slow.ok());
    CHECK(slow.error() == Error{ErrorKind::timeout, Certainty::definite});
    (*session)->close();
    REQUIRE(holder.rollback().ok());
    holder.close();
}

TEST_CASE("MariadbSql: a text is prepared once per connection", "[backend]") {
    MariadbFixture fixture(1);
    SqlSession& session = fixture.open();
    const char* const text = "SELECT v FROM t WHERE k = $1";
    REQUIRE(session.execute(text, 1).ok());
    const std::uint64_t before = fixture.sql.round_trips();
    REQUIRE(session.execute(text, 2).ok());
    CHECK(fixture.sql.round_trips() - before == 1);
    session.begin(Isolation::read_committed);
    CHECK(session.commit().ok());
    CHECK(fixture.sql.round_trips() - before == 1);
    session.close();
}

}  // namespace
}  // namespace onceproof::backend
