#include "impls/backend/stepped_database.hpp"

#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

constexpr int answer_max_ms = 20'000;

SteppedDatabase& server_of(bool mariadb) {
    const auto start = [](bool second) {
        auto started = second ? start_stepped_mariadb({}) : start_stepped_postgres({});
        if (started.error) FAIL(started.error->message);
        return std::move(started.server);
    };
    static const auto first = start(false);
    static const auto second = start(true);
    return mariadb ? *second : *first;
}

/// Both servers with a fresh table of two rows and three sessions.
struct Scene {
    SteppedDatabase& real;

    Scene() : Scene(GENERATE(false, true)) {}
    explicit Scene(bool mariadb) : real(server_of(mariadb)) {
        for (std::size_t session = 0; session < 3; ++session)
            real.connect(session);
        for (std::size_t session = 0; session < 3; ++session)
            leave(session);
        real.recreate(
            "CREATE TABLE t (k bigint PRIMARY KEY, v text, at timestamptz);"
            "CREATE TABLE c (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            "k bigint, at timestamptz NOT NULL DEFAULT now())"
        );
        real.query("INSERT INTO t VALUES (1, 'a', NULL), (2, NULL, NULL)");
        for (std::size_t session = 0; session < 3; ++session)
            real.connect(session);
    }
    void leave(std::size_t session) {
        real.disconnect(session);
        until([&] { return real.gone(session); });
    }
    template <class Condition>
    void until(Condition condition) {
        for (int i = 0; i < 5'000 && !condition(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        CHECK(condition());
    }
    void send(std::size_t session, const std::string& text) { real.send(session, text, {}); }
    Answer receive(std::size_t session) {
        const auto answer = real.receive(session, answer_max_ms);
        REQUIRE(answer);
        return *answer;
    }
    Answer execute(std::size_t session, const std::string& text) {
        send(session, text);
        return receive(session);
    }
    std::int64_t rows() { return real.query("SELECT k FROM t").affected; }
};

TEST_CASE("SteppedDatabase: an answer for people has its rows or its error", "[backend]") {
    CHECK(show({.error = ErrorKind::deadlock}) == "deadlock");
    CHECK(show({.rows = {"1|a", "\\N"}, .affected = 2}) == "2 rows (1|a) (\\N)");
    const std::array<Value, 4> row{
        std::monostate{}, std::int64_t{7}, std::string("x"), Instant(Duration(1'500'000))};
    CHECK(row_text(row) == "\\N|7|x|@1500000");
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: parameters and values keep their kind", "[backend]") {
    const std::array<Value, 3> parameters{
        std::int64_t{3}, std::string("it's"), Instant(Duration(1'700'000'000'123'456))};
    real.send(0, "INSERT INTO t VALUES ($1, $2, $3)", parameters);
    CHECK(receive(0).affected == 1);
    const Answer answer = execute(0, "SELECT k, v, at, at IS NULL FROM t WHERE k <> 1 ORDER BY k");
    CHECK(answer.rows == std::vector<std::string>{"2|\\N|\\N|1", "3|it's|@1700000000123456|0"});
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: a statement that must wait says so", "[backend]") {
    real.begin(0, Isolation::read_committed);
    CHECK(execute(0, "INSERT INTO t VALUES (3, 'x', NULL)").affected == 1);
    send(1, "INSERT INTO t VALUES (3, 'y', NULL)");
    until([&] { return real.blocked(1); });
    CHECK_FALSE(real.receive(1, 1));
    CHECK_FALSE(execute(0, "COMMIT").error);
    CHECK(receive(1).error == ErrorKind::unique_violation);
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: a limited wait gives up", "[backend]") {
    real.begin(0, Isolation::read_committed);
    CHECK(execute(0, "UPDATE t SET v = 'x' WHERE k = 1").affected == 1);
    real.limit_waits(1, 1);
    send(1, "UPDATE t SET v = 'y' WHERE k = 1");
    CHECK(receive(1).error == ErrorKind::lock_timeout);
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: a statement that is cancelled ends", "[backend]") {
    real.begin(0, Isolation::read_committed);
    CHECK(execute(0, "UPDATE t SET v = 'x' WHERE k = 1").affected == 1);
    real.limit_waits(1, 0);
    send(1, "UPDATE t SET v = 'y' WHERE k = 1");
    until([&] { return real.blocked(1); });
    real.cancel(1);
    CHECK(receive(1).error == ErrorKind::timeout);
}

TEST_CASE("SteppedDatabase: a session that is held lets others go first", "[backend]") {
    Scene scene(false);
    scene.real.begin(0, Isolation::read_committed);
    CHECK(scene.execute(0, "UPDATE t SET v = 'x' WHERE k = 1").affected == 1);
    scene.send(1, "UPDATE t SET v = v || 'y' WHERE k = 1");
    scene.until([&] { return scene.real.blocked(1); });
    scene.real.hold(1, true);
    CHECK_FALSE(scene.execute(0, "COMMIT").error);
    CHECK(scene.execute(2, "UPDATE t SET v = v || 'z' WHERE k = 1").affected == 1);
    CHECK_FALSE(scene.real.receive(1, 10));
    scene.real.hold(1, false);
    CHECK(scene.receive(1).affected == 1);
    CHECK(scene.real.query("SELECT v FROM t WHERE k = 1").rows.at(0) == "xzy");
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: the time is what a session is told", "[backend]") {
    real.set_now(0, Instant(Duration(5'000'001)));
    CHECK(execute(0, "INSERT INTO c (k) VALUES (1)").affected == 1);
    real.begin(0, Isolation::read_committed);
    real.set_now(0, Instant(Duration(6'000'000)));
    CHECK(execute(0, "INSERT INTO c (k) VALUES (2)").affected == 1);
    CHECK(
        execute(0, "UPDATE c SET at = now() + interval '1 second' WHERE at < now()").affected == 1
    );
    CHECK_FALSE(execute(0, "COMMIT").error);
    const Answer answer = real.query("SELECT k, at FROM c ORDER BY k");
    CHECK(answer.rows == std::vector<std::string>{"1|@7000000", "2|@6000000"});
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: who gives way in a deadlock is settled", "[backend]") {
    const std::size_t survivor = GENERATE(0U, 1U);
    const std::size_t victim = 1 - survivor;
    for (const std::size_t session : {victim, survivor}) {
        real.begin(session, Isolation::read_committed);
        real.settle_deadlocks(session, session == victim);
    }
    // The survivor has done less, and it is the one that closes the circle.
    CHECK(execute(victim, "INSERT INTO t VALUES (3, 'x', NULL), (4, 'x', NULL)").affected == 2);
    CHECK(execute(victim, "UPDATE t SET v = 'x' WHERE k = 1").affected == 1);
    CHECK(execute(survivor, "UPDATE t SET v = 'y' WHERE k = 2").affected == 1);
    send(victim, "UPDATE t SET v = 'x' WHERE k = 2");
    until([&] { return real.blocked(victim); });
    send(survivor, "UPDATE t SET v = 'y' WHERE k = 1");
    CHECK(receive(victim).error == ErrorKind::deadlock);
    CHECK(receive(survivor).affected == 1);
    CHECK_FALSE(execute(survivor, "COMMIT").error);
    CHECK(rows() == 2);
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: a killed session loses what was open", "[backend]") {
    real.begin(0, Isolation::read_committed);
    CHECK(execute(0, "INSERT INTO t VALUES (3, 'x', NULL)").affected == 1);
    real.kill(0);
    until([&] { return real.gone(0); });
    CHECK(execute(0, "INSERT INTO t VALUES (4, 'x', NULL)").error == ErrorKind::connection_lost);
    CHECK(execute(0, "COMMIT").error == ErrorKind::connection_lost);
    CHECK(rows() == 2);
}

TEST_CASE_METHOD(
    Scene, "SteppedDatabase: a commit whose answer nobody reads is finished", "[backend]"
) {
    real.begin(0, Isolation::read_committed);
    CHECK(execute(0, "INSERT INTO t VALUES (3, 'x', NULL)").affected == 1);
    real.begin(1, Isolation::read_committed);
    CHECK(execute(1, "INSERT INTO t VALUES (4, 'x', NULL)").affected == 1);
    send(0, "COMMIT");
    leave(0);
    leave(1);
    CHECK(rows() == 3);
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: a crash keeps what was committed", "[backend]") {
    CHECK(execute(0, "INSERT INTO t VALUES (3, 'x', NULL)").affected == 1);
    CHECK(execute(0, "INSERT INTO c (k) VALUES (7)").affected == 1);
    real.begin(1, Isolation::server_default);
    CHECK(execute(1, "INSERT INTO t VALUES (4, 'x', NULL)").affected == 1);
    real.crash();
    CHECK(execute(1, "COMMIT").error == ErrorKind::connection_lost);
    real.restart();
    CHECK(rows() == 3);
    real.connect(1);
    CHECK(execute(1, "INSERT INTO t VALUES (4, 'x', NULL)").affected == 1);
    CHECK(execute(1, "INSERT INTO c (k) VALUES (8)").affected == 1);
    CHECK(
        real.query("SELECT id, k FROM c ORDER BY id").rows == std::vector<std::string>{"1|7", "2|8"}
    );
    const std::array<std::string_view, 2> tables{"t", "c"};
    real.empty(tables);
    CHECK(rows() == 0);
}

TEST_CASE("SteppedDatabase: commits can be made to be forgotten", "[backend]") {
    Scene scene(false);
    SteppedDatabase& real = scene.real;
    CHECK(scene.execute(0, "INSERT INTO c (k) VALUES (1)").affected == 1);
    real.begin(1, Isolation::read_committed);
    CHECK(scene.execute(1, "INSERT INTO c (k) VALUES (2)").affected == 1);
    REQUIRE(real.forget_commits());
    CHECK_FALSE(scene.execute(1, "COMMIT").error);
    CHECK(scene.execute(0, "INSERT INTO c (k) VALUES (3)").affected == 1);
    CHECK(real.query("SELECT k FROM c").affected == 3);
    real.crash();
    real.restart();
    CHECK(real.query("SELECT id, k FROM c").rows == std::vector<std::string>{"1|1"});
    real.connect(0);
    CHECK(scene.execute(0, "INSERT INTO c (k) VALUES (4)").affected == 1);
    real.crash();
    real.restart();
    CHECK(
        real.query("SELECT id, k FROM c ORDER BY id").rows == std::vector<std::string>{"1|1", "4|4"}
    );
    CHECK_FALSE(Scene(true).real.forget_commits());
}

TEST_CASE_METHOD(Scene, "SteppedDatabase: it knows its version", "[backend]") {
    const std::string version = real.version();
    CHECK((version.starts_with("PostgreSQL 1") || version.starts_with("MariaDB 1")));
}

TEST_CASE("SteppedDatabase: a server that is not there is named", "[backend]") {
    CHECK(
        start_stepped_postgres({.binary = "/nowhere"}).error->message == "postgres is not installed"
    );
    CHECK(
        start_stepped_mariadb({.binary = "/nowhere/mariadbd"}).error->message ==
        "mariadbd is not installed"
    );
}

}  // namespace
}  // namespace onceproof::backend
