#include "impls/backend/postgres_sql.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "tests/backend/postgres_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("PostgresSql: counts BEGIN, statement and COMMIT, preparing once", "[backend]") {
    Fixture fixture(1);
    SqlSession& session = fixture.open();
    const auto trips = [&](auto&& action) {
        const std::uint64_t before = fixture.sql.round_trips();
        action();
        return fixture.sql.round_trips() - before;
    };
    const auto insert = [&](int key) {
        session.begin(Isolation::read_committed);
        CHECK(session.execute("INSERT INTO t VALUES ($1, 'a')", key).ok());
        CHECK(session.commit().ok());
    };
    CHECK(trips([&] { insert(1); }) == 4);
    CHECK(trips([&] { insert(2); }) == 3);
    CHECK(trips([&] { CHECK(session.execute("INSERT INTO t VALUES ($1, 'a')", 3).ok()); }) == 1);
    CHECK(trips([&] {
              session.begin(Isolation::serializable);
              CHECK(session.commit().ok());
          }) == 0);
    session.close();
}

TEST_CASE("PostgresSql: the server's statement_timeout is a definite time-out", "[backend]") {
    PostgresSql sql({.connection = address(), .pool = 1, .statement_timeout = 50ms});
    const auto session = sql.open();
    REQUIRE(session.ok());
    const Error late{ErrorKind::timeout, Certainty::definite};
    CHECK((*session)->execute("SELECT pg_sleep(10)").error() == late);
    CHECK((*session)->execute("SELECT 1").error() == lost_definite);
    (*session)->close();
    const auto again = sql.open();
    CHECK((*again)->execute("SELECT 1").ok());
    (*again)->close();
}

TEST_CASE("PostgresSql: close rolls back what is open", "[backend]") {
    Fixture fixture(1);
    SqlSession& session = fixture.open();
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").ok());
    session.close();
    CHECK(fixture.rows() == 0);
}

TEST_CASE("PostgresSql: open blocks while all connections are in use (pool 2)", "[backend]") {
    PostgresSql sql({.connection = address(), .pool = 2, .pool_timeout = 100ms});
    const auto first = sql.open();
    const auto second = sql.open();
    REQUIRE(first.ok());
    REQUIRE(second.ok());
    const Error empty{ErrorKind::timeout, Certainty::definite};
    CHECK(sql.open() == Result<SqlSession*>(empty));
    std::jthread closer([&] {
        std::this_thread::sleep_for(30ms);
        (*first)->close();
    });
    const auto third = sql.open();
    CHECK(third.ok());
    (*third)->close();
    (*second)->close();
}

TEST_CASE(
    "PostgresSql: many threads share a small pool (8 threads, pool 3, 400 rows)", "[backend]"
) {
    Fixture fixture(3);
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 8; ++thread) {
            threads.emplace_back([&fixture, thread] {
                for (int row = 0; row < 50; ++row) {
                    const auto session = fixture.sql.open();
                    if (!session) continue;
                    static_cast<void>(
                        (*session)->execute("INSERT INTO t VALUES ($1, 'a')", thread * 50 + row)
                    );
                    (*session)->close();
                }
            });
        }
    }
    CHECK(fixture.rows() == 400);
}

TEST_CASE("PostgresSql: no server is unavailable, definite", "[backend]") {
    PostgresSql sql({.connection = "host=/nowhere user=postgres", .pool = 1});
    const Error none{ErrorKind::unavailable, Certainty::definite};
    CHECK(sql.open() == Result<SqlSession*>(none));
    CHECK(sql.open() == Result<SqlSession*>(none));
    CHECK_FALSE(sql.last_message().empty());
}

}  // namespace
}  // namespace onceproof::backend
