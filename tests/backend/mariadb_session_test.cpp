#include "impls/backend/mariadb_session.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/backend/mariadb_fixture.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

constexpr const char* insert = "INSERT INTO t VALUES ($1, $2)";

TEST_CASE("MariadbSession: values go in and come back with their types", "[backend]") {
    MariadbFixture fixture;
    SqlSession& session = fixture.open();
    const Instant instant(1'704'067'199'123'456us);
    const std::string text = "naïve 'quoted' \\ $1";
    REQUIRE(session.execute(insert, std::int64_t{-7}, text).ok());
    const auto rows = session.execute(
        "SELECT k, v, $2::timestamptz + interval '1 second', $3::text, k < $1, now() < $2, "
        "v || 'x' FROM t",
        1,
        instant,
        std::monostate{}
    );
    REQUIRE(rows.ok());
    const std::vector<Value> expected{
        std::int64_t{-7},
        text,
        instant + 1s,
        std::monostate{},
        std::int64_t{1},
        std::int64_t{0},
        text + "x"};
    REQUIRE(rows->rows.size() == 1);
    CHECK(rows->rows[0] == expected);
    CHECK(rows->affected == 1);
    session.close();
}

TEST_CASE("MariadbSession: affected counts the rows that were written or matched", "[backend]") {
    MariadbFixture fixture;
    SqlSession& session = fixture.open();
    const char* ignore = "INSERT INTO t VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING k";
    CHECK(session.execute(ignore, 1, "a")->affected == 1);
    CHECK(session.execute(ignore, 1, "b")->affected == 0);
    CHECK(session.execute(ignore, 2, "b")->rows.size() == 1);
    CHECK(session.execute("UPDATE t SET v = 'b'")->affected == 2);
    CHECK(session.execute("SELECT k FROM t WHERE v = $1", "B")->affected == 0);
    CHECK(session.execute("DELETE FROM t")->affected == 2);
    session.close();
}

TEST_CASE("MariadbSession: the server's default isolation is REPEATABLE READ", "[backend]") {
    MariadbFixture fixture;
    SqlSession& reader = fixture.open();
    SqlSession& writer = fixture.open();
    const auto seen_after = [&](Isolation isolation) {
        reader.begin(isolation);
        const auto before = reader.execute("SELECT k FROM t")->affected;
        REQUIRE(writer.execute(insert, before + 1, "a").ok());
        const auto after = reader.execute("SELECT k FROM t")->affected;
        REQUIRE(reader.commit().ok());
        return after - before;
    };
    CHECK(seen_after(Isolation::server_default) == 0);
    CHECK(seen_after(Isolation::repeatable_read) == 0);
    CHECK(seen_after(Isolation::read_committed) == 1);
    reader.close();
    writer.close();
}

TEST_CASE(
    "MariadbSession: an error undoes the statement only, also a lock timeout (M5)", "[backend]"
) {
    MariadbFixture fixture;
    SqlSession& holder = fixture.open();
    SqlSession& session = fixture.open();
    holder.begin(Isolation::server_default);
    REQUIRE(holder.execute(insert, 1, "a").ok());
    session.begin(Isolation::server_default);
    REQUIRE(session.execute(insert, 2, "b").ok());
    CHECK(
        session.execute(insert, 1, "c").error() ==
        Error{ErrorKind::lock_timeout, Certainty::definite}
    );
    CHECK(
        session.execute(insert, 2, "c").error() ==
        Error{ErrorKind::unique_violation, Certainty::definite}
    );
    CHECK(
        session.execute("SELECT nothing FROM t").error() ==
        Error{ErrorKind::rejected, Certainty::definite}
    );
    REQUIRE(session.execute(insert, 3, "c").ok());
    REQUIRE(session.commit().ok());
    REQUIRE(holder.rollback().ok());
    CHECK(fixture.rows() == 2);
    holder.close();
    session.close();
}

TEST_CASE(
    "MariadbSession: a deadlock undoes all, and what follows is a new transaction", "[backend]"
) {
    MariadbFixture fixture;
    SqlSession& first = fixture.open();
    SqlSession& second = fixture.open();
    REQUIRE(first.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')").ok());
    const char* update = "UPDATE t SET v = 'x' WHERE k = $1";
    first.begin(Isolation::server_default);
    second.begin(Isolation::server_default);
    // The one with fewer changes becomes the victim.
    REQUIRE(first.execute(insert, 3, "c").ok());
    REQUIRE(first.execute(insert, 4, "d").ok());
    REQUIRE(first.execute(update, 1).ok());
    REQUIRE(second.execute(update, 2).ok());
    std::thread waiting([&] { CHECK(first.execute(update, 2).ok()); });
    std::this_thread::sleep_for(100ms);
    CHECK(second.execute(update, 1).error() == Error{ErrorKind::deadlock, Certainty::definite});
    waiting.join();
    REQUIRE(first.commit().ok());
    REQUIRE(second.execute(insert, 5, "e").ok());
    CHECK(fixture.rows() == 4);
    REQUIRE(second.commit().ok());
    CHECK(fixture.rows() == 5);
    first.close();
    second.close();
}

TEST_CASE(
    "MariadbSession: a killed connection is lost, and the pool makes a new one", "[backend]"
) {
    MariadbFixture fixture(1);
    SqlSession& session = fixture.open();
    session.begin(Isolation::server_default);
    REQUIRE(session.execute(insert, 1, "a").ok());
    MariadbSql other({.socket = mariadb().socket(), .pool = 1});
    const auto killer = other.open();
    REQUIRE(killer.ok());
    const auto thread = session.execute("SELECT connection_id()");
    const auto number = std::get<std::int64_t>(thread->rows[0][0]);
    REQUIRE((*killer)->execute("KILL " + std::to_string(number)).ok());
    (*killer)->close();
    std::this_thread::sleep_for(100ms);
    CHECK(
        session.execute(insert, 2, "b").error() ==
        Error{ErrorKind::connection_lost, Certainty::definite}
    );
    CHECK(session.commit().error() == Error{ErrorKind::connection_lost, Certainty::definite});
    session.close();
    CHECK(fixture.rows() == 0);
}

TEST_CASE(
    "MariadbSession: DATETIME without a precision cuts the fraction of a second (M6)", "[backend]"
) {
    MariadbFixture fixture;
    REQUIRE(fixture.sql.run_script("DROP TABLE IF EXISTS d; CREATE TABLE d (at datetime)").ok());
    SqlSession& session = fixture.open();
    REQUIRE(session.execute("INSERT INTO d VALUES ($1)", Instant(5'900ms)).ok());
    CHECK(session.execute("SELECT at FROM d")->rows[0][0] == Value(Instant(5s)));
    session.close();
}

}  // namespace
}  // namespace onceproof::backend
