#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/backend/postgres_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("PostgresSession: values go in and come back with their types", "[backend]") {
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

TEST_CASE("PostgresSession: affected counts the rows that were written", "[backend]") {
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

TEST_CASE("PostgresSession: a transaction is seen by others after its commit only", "[backend]") {
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

TEST_CASE("PostgresSession: BEGIN asks for the isolation level", "[backend]") {
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

TEST_CASE("PostgresSession: an error dooms the transaction, COMMIT then says so", "[backend]") {
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

TEST_CASE("PostgresSession: a statement the server does not take is rejected", "[backend]") {
    Fixture fixture;
    SqlSession& session = fixture.open();
    constexpr Error rejected{ErrorKind::rejected, Certainty::definite};
    CHECK(session.execute("SELEKT 1").error() == rejected);
    CHECK(fixture.sql.last_message().find("SELEKT") != std::string::npos);
    CHECK(session.execute("INSERT INTO t VALUES (NULL, 'a')").error() == rejected);
    CHECK(session.execute("SELECT 1").ok());
    session.close();
}

TEST_CASE("PostgresSession: NOWAIT on a locked row is lock_timeout", "[backend]") {
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

TEST_CASE("PostgresSession: a stale snapshot is a serialization failure", "[backend]") {
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

TEST_CASE("PostgresSession: one of two in a wait cycle is the deadlock's victim", "[backend]") {
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

TEST_CASE("PostgresSession: a killed connection loses its transaction for sure", "[backend]") {
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

TEST_CASE("PostgresSession: a killed connection leaves a lone statement in doubt", "[backend]") {
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

TEST_CASE("PostgresSession: a connection killed during COMMIT leaves it in doubt", "[backend]") {
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

TEST_CASE("PostgresSession: a deferred violation at COMMIT is definite", "[backend]") {
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

}  // namespace
}  // namespace onceproof::backend
