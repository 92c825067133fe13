#include "impls/backend/postgres_sql.hpp"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "impls/backend/local_server.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

constexpr Error lost_definite{ErrorKind::connection_lost, Certainty::definite};
constexpr Error lost_indefinite{ErrorKind::connection_lost, Certainty::indefinite};

const std::string& address() {
    static const auto server = [] {
        auto started = PostgresServer::start({.fsync = false});
        if (started.error) FAIL(started.error->message);
        return std::move(started.server);
    }();
    static const std::string text = server->connection_string();
    return text;
}

/// A fresh table `t (k bigint primary key, v text)` and a pool.
struct Fixture {
    explicit Fixture(std::size_t pool = 4) : sql({.connection = address(), .pool = pool}) {
        REQUIRE(sql.run_script("DROP TABLE IF EXISTS t; "
                               "CREATE TABLE t (k bigint PRIMARY KEY, v text)")
                    .ok());
    }
    SqlSession& open() {
        const auto session = sql.open();
        REQUIRE(session.ok());
        return **session;
    }
    std::int64_t rows() {
        SqlSession& session = open();
        const auto result = session.execute("SELECT count(*) FROM t");
        session.close();
        return std::get<std::int64_t>(result->rows[0][0]);
    }
    /// Ends all other connections, as an operator or a failover would.
    void terminate_others() {
        REQUIRE(sql.run_script("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                               "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
                    .ok());
    }

    PostgresSql sql;
};

TEST_CASE("PostgresSql: values go in and come back with their types", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    const Instant instant(1'704'067'199'123'456us);
    const auto rows = session.execute(
        "SELECT $1::bigint, $2::text, $3::timestamptz, $4::text, $5::bigint > 1, $6::smallint, "
        "NULL::boolean",
        std::int64_t{-7},
        "naïve 'quoted' $1",
        instant,
        std::monostate{},
        2,
        3
    );
    REQUIRE(rows.ok());
    const std::vector<Value> expected{
        std::int64_t{-7},
        std::string("naïve 'quoted' $1"),
        instant,
        std::monostate{},
        std::int64_t{1},
        std::int64_t{3},
        std::monostate{}};
    REQUIRE(rows->rows.size() == 1);
    CHECK(rows->rows[0] == expected);
    CHECK(rows->affected == 1);
    session.close();
}

TEST_CASE("PostgresSql: affected counts the rows that were written", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    const char* insert = "INSERT INTO t VALUES ($1, $2) ON CONFLICT DO NOTHING";
    CHECK(session.execute(insert, 1, "a")->affected == 1);
    CHECK(session.execute(insert, 1, "b")->affected == 0);
    CHECK(session.execute(insert, 2, "b")->affected == 1);
    CHECK(session.execute("UPDATE t SET v = 'c' RETURNING k")->affected == 2);
    CHECK(session.execute("SELECT k FROM t WHERE v = $1", "a")->affected == 0);
    CHECK(session.execute("DELETE FROM t")->affected == 2);
    session.close();
}

TEST_CASE("PostgresSql: a transaction is seen by others after its commit only", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").ok());
    CHECK(fixture.rows() == 0);
    CHECK(session.commit().ok());
    CHECK(fixture.rows() == 1);
    session.begin(Isolation::read_committed);
    CHECK(session.execute("DELETE FROM t").ok());
    CHECK(session.rollback().ok());
    CHECK(fixture.rows() == 1);
    session.close();
}

TEST_CASE("PostgresSql: BEGIN asks for the isolation level", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    for (const auto& [isolation, name] :
         {std::pair{Isolation::read_committed, "read committed"},
          std::pair{Isolation::repeatable_read, "repeatable read"},
          std::pair{Isolation::serializable, "serializable"}}) {
        session.begin(isolation);
        const auto rows = session.execute("SHOW transaction_isolation");
        CHECK(rows->rows[0][0] == Value(std::string(name)));
        CHECK(session.rollback().ok());
    }
    session.close();
}

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

TEST_CASE("PostgresSql: an error dooms the transaction, COMMIT then says so", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    constexpr Error doomed{ErrorKind::in_failed_transaction, Certainty::definite};
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").ok());
    CHECK(
        session.execute("INSERT INTO t VALUES (1, 'b')").error() ==
        Error{ErrorKind::unique_violation, Certainty::definite}
    );
    CHECK(session.execute("SELECT 1").error() == doomed);
    CHECK(session.commit() == Result<Done>(doomed));
    CHECK(fixture.rows() == 0);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'c')").ok());
    session.close();
}

TEST_CASE("PostgresSql: a statement the server does not take is rejected", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    constexpr Error rejected{ErrorKind::rejected, Certainty::definite};
    CHECK(session.execute("SELEKT 1").error() == rejected);
    CHECK(fixture.sql.last_message().find("SELEKT") != std::string::npos);
    CHECK(session.execute("INSERT INTO t VALUES (NULL, 'a')").error() == rejected);
    CHECK(session.execute("SELECT 1").ok());
    session.close();
}

TEST_CASE("PostgresSql: NOWAIT on a locked row is lock_timeout", "[backend]") {
    Fixture fixture;
    SqlSession& holder = fixture.open();
    SqlSession& other = fixture.open();
    CHECK(holder.execute("INSERT INTO t VALUES (1, 'a')").ok());
    holder.begin(Isolation::read_committed);
    CHECK(holder.execute("SELECT k FROM t FOR UPDATE").ok());
    CHECK(
        other.execute("SELECT k FROM t FOR UPDATE NOWAIT").error() ==
        Error{ErrorKind::lock_timeout, Certainty::definite}
    );
    CHECK(holder.rollback().ok());
    holder.close();
    other.close();
}

TEST_CASE("PostgresSql: a stale snapshot is a serialization failure", "[backend]") {
    Fixture fixture;
    SqlSession& old = fixture.open();
    SqlSession& other = fixture.open();
    CHECK(other.execute("INSERT INTO t VALUES (1, 'a')").ok());
    old.begin(Isolation::repeatable_read);
    CHECK(old.execute("SELECT v FROM t").ok());
    CHECK(other.execute("UPDATE t SET v = 'b'").ok());
    CHECK(
        old.execute("UPDATE t SET v = 'c'").error() ==
        Error{ErrorKind::serialization_failure, Certainty::definite}
    );
    old.close();
    other.close();
}

TEST_CASE("PostgresSql: one of two in a wait cycle is the deadlock's victim", "[backend]") {
    Fixture fixture;
    SqlSession& first = fixture.open();
    SqlSession& second = fixture.open();
    CHECK(first.execute("INSERT INTO t VALUES (1, 'a'), (2, 'a')").ok());
    const char* update = "UPDATE t SET v = v WHERE k = $1";
    first.begin(Isolation::read_committed);
    second.begin(Isolation::read_committed);
    CHECK(first.execute(update, 1).ok());
    CHECK(second.execute(update, 2).ok());
    std::atomic<int> deadlocks{0};
    const auto cross = [&](SqlSession& session, int key) {
        const auto result = session.execute(update, key);
        const Error victim{ErrorKind::deadlock, Certainty::definite};
        if (!result && result.error() == victim) ++deadlocks;
        static_cast<void>(session.rollback());
    };
    {
        std::jthread other([&] { cross(second, 1); });
        cross(first, 2);
    }
    CHECK(deadlocks == 1);
    first.close();
    second.close();
}

TEST_CASE("PostgresSql: a killed connection loses its transaction for sure", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").ok());
    fixture.terminate_others();
    CHECK(session.execute("INSERT INTO t VALUES (2, 'a')").error() == lost_definite);
    // Dead until it is closed: libpqxx must not go on with a new connection behind our back.
    for (int call = 0; call < 4; ++call)
        CHECK(session.execute("SELECT 1").error() == lost_definite);
    CHECK(session.commit() == Result<Done>(lost_definite));
    session.close();
    CHECK(fixture.rows() == 0);
}

TEST_CASE("PostgresSql: a killed connection leaves a lone statement in doubt", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    CHECK(session.execute("SELECT 1").ok());
    fixture.terminate_others();
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").error() == lost_indefinite);
    session.close();
    SqlSession& again = fixture.open();
    CHECK(again.execute("SELECT 1").ok());
    again.close();
}

TEST_CASE("PostgresSql: a connection killed during COMMIT leaves it in doubt", "[backend]") {
    Fixture fixture;
    // A deferred trigger makes COMMIT last long enough to be hit.
    REQUIRE(fixture.sql
                .run_script("CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql "
                            "AS 'BEGIN PERFORM pg_sleep(10); RETURN NULL; END'; "
                            "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t "
                            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()")
                .ok());
    SqlSession& session = fixture.open();
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a')").ok());
    std::jthread killer([&fixture] {
        std::this_thread::sleep_for(200ms);
        fixture.terminate_others();
    });
    CHECK(session.commit() == Result<Done>(lost_indefinite));
    session.close();
}

TEST_CASE("PostgresSql: a deferred violation at COMMIT is definite", "[backend]") {
    Fixture fixture;
    REQUIRE(
        fixture.sql.run_script("ALTER TABLE t ADD UNIQUE (v) DEFERRABLE INITIALLY DEFERRED").ok()
    );
    SqlSession& session = fixture.open();
    session.begin(Isolation::read_committed);
    CHECK(session.execute("INSERT INTO t VALUES (1, 'a'), (2, 'a')").ok());
    const Error violation{ErrorKind::unique_violation, Certainty::definite};
    CHECK(session.commit() == Result<Done>(violation));
    CHECK(session.execute("SELECT 1").ok());
    session.close();
    CHECK(fixture.rows() == 0);
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
