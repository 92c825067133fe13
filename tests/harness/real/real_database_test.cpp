#include "harness/real/real_database.hpp"

#include <array>
#include <string>

#include "tests/harness/real/doomed_store.hpp"
#include "tests/harness/real/sql_script.hpp"

namespace onceproof::harness {
namespace {

using fake::Dialect;
using world::FaultKind;
using world::Passage;
using world::SqlEnding;

constexpr Passage unseen{.seen = Error{ErrorKind::connection_lost, Certainty::indefinite}};
const std::string insert_key = "INSERT INTO t (k, v) VALUES ($1, $2)";
const std::string update_key = "UPDATE t SET v = $2, at = now() WHERE k = $1";

RealStore& server_of(Dialect dialect) {
    static const std::array servers{
        real_database(Dialect::postgres), real_database(Dialect::mysql)};
    return *servers.at(dialect == Dialect::mysql ? 1 : 0);
}

std::vector<Value> row(std::int64_t key, const char* text) {
    return {key, std::string(text)};
}

/// A run to be played on the server of its dialect.
struct Scene {
    Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    SqlScript script{dialect};

    std::string play() { return text_of(script.play_on(server_of(dialect))); }
};

TEST_CASE_METHOD(Scene, "RealDatabase: times, keys and rows are those of the run", "[real]") {
    script.execute(0, insert_key, row(1, "it's a|b"));
    script.begin(1);
    script.execute(1, insert_key, row(2, "x"));
    script.pass(std::chrono::seconds(40));
    script.execute(1, update_key, row(1, "y"));
    script.execute(1, insert_key, row(2, "again"));
    script.roll_back(1);
    script.execute(0, "SELECT k, v, at FROM t WHERE at <= now()");
    script.execute(0, "UPDATE t SET at = $1 WHERE k = 1", {Instant(Duration(1'500'000))});
    script.execute(0, insert_key, row(3, "after"));
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a claim waits for the rival's commit", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.execute(1, insert_key, row(1, "b"));
    script.commit(0);
    script.execute(1, insert_key, row(1, "b"));
    CHECK(play() == "");
}

TEST_CASE("RealDatabase: who waited may be overtaken", "[real]") {
    SqlScript script(Dialect::postgres);
    script.execute(0, insert_key, row(1, "a"));
    script.begin(0);
    script.execute(0, update_key, row(1, "b"));
    script.execute(1, update_key, row(1, "c"));
    script.commit(0);
    script.begin(2);
    script.execute(2, update_key, row(1, "d"));
    script.execute(1, update_key, row(1, "c"));
    script.commit(2);
    script.execute(1, update_key, row(1, "c"));
    CHECK(text_of(script.play_on(server_of(Dialect::postgres))) == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a commit whose reply is lost is made", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.commit(0, unseen);
    script.end(0, SqlEnding::killed);
    script.execute(1, insert_key, row(1, "b"));
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a late commit is made when it arrives", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.add(world::SqlCall{
        .code = world::OpCode::sql_commit, .passage = {.reach = world::Reach::held_back}});
    script.execute(1, "SELECT k FROM t");
    script.commit(0, {.late = true});
    script.execute(1, "SELECT k FROM t");
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: the same session gives way in a deadlock", "[real]") {
    const std::size_t victim = GENERATE(0U, 1U);
    script.execute(2, insert_key, row(1, "a"));
    script.execute(2, insert_key, row(2, "b"));
    script.begin(0);
    script.begin(1);
    script.execute(0, update_key, row(1, "x"));
    script.execute(1, update_key, row(2, "y"));
    script.execute(0, update_key, row(2, "x"));
    script.execute(1, update_key, row(1, "y"));
    script.end(victim, SqlEnding::deadlock_victim);
    if (dialect == Dialect::mysql) {
        script.execute(victim, insert_key, row(3, "the next transaction"));
    } else {
        script.roll_back(victim);
    }
    const std::size_t other = 1 - victim;
    script.execute(other, update_key, other == 0 ? row(2, "x") : row(1, "y"));
    script.commit(other);
    script.end(victim, SqlEnding::closed);
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a statement can be made to fail", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.end(0, SqlEnding::statement_failed);
    if (dialect == Dialect::mysql) {
        script.execute(0, insert_key, row(2, "b"));
    } else {
        script.execute(0, insert_key, row(2, "b"));
        script.roll_back(0);
    }
    script.end(0, SqlEnding::closed);
    script.end(1, SqlEnding::statement_failed);
    script.execute(1, insert_key, row(1, "c"));
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a wait can time out, or be cancelled", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.begin(1);
    script.execute(1, insert_key, row(2, "b"));
    script.execute(1, insert_key, row(1, "b"));
    script.end(1, SqlEnding::wait_failed);
    script.end(1, SqlEnding::cancelled);
    script.execute(1, insert_key, row(1, "c"));
    script.end(1, SqlEnding::cancelled);
    script.commit(0);
    script.execute(1, insert_key, row(1, "d"));
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a killed connection undoes what was open", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.execute(1, insert_key, row(1, "b"));
    script.end(0, SqlEnding::killed);
    script.execute(1, insert_key, row(1, "b"));
    script.begin(0);
    script.execute(0, insert_key, row(1, "c"));
    script.end(0, SqlEnding::closed);
    CHECK(play() == "");
}

TEST_CASE_METHOD(Scene, "RealDatabase: a crash keeps what was committed", "[real]") {
    script.execute(0, insert_key, row(1, "a"));
    script.begin(1);
    script.execute(1, insert_key, row(2, "b"));
    script.execute(2, insert_key, row(2, "b"));
    script.strike(FaultKind::database_restart);
    script.execute(0, insert_key, row(3, "c"));
    script.strike(FaultKind::database_down, std::chrono::seconds(2));
    script.pass(std::chrono::seconds(2));
    script.execute(0, insert_key, row(2, "d"));
    script.strike(FaultKind::database_down, std::chrono::seconds(2));
    CHECK(play() == "");
}

TEST_CASE("RealDatabase: a failover forgets the newest commits", "[real]") {
    SqlScript script(Dialect::postgres);
    script.execute(0, insert_key, row(1, "a"));
    script.begin(1);
    script.execute(1, insert_key, row(2, "b"));
    script.execute(0, update_key, row(1, "c"));
    script.commit(1);
    script.execute(2, "SELECT k, v FROM t");
    script.strike(FaultKind::database_failover, {}, 2);
    script.execute(0, insert_key, row(2, "d"));
    CHECK(text_of(script.play_on(server_of(Dialect::postgres))) == "");
}

TEST_CASE("RealDatabase: MariaDB forgets no commit", "[real]") {
    SqlScript script(Dialect::mysql);
    script.execute(0, insert_key, row(1, "a"));
    script.strike(FaultKind::database_failover, {}, 1);
    const auto obstacle = script.play_on(server_of(Dialect::mysql));
    REQUIRE(obstacle);
    CHECK(obstacle->kind == Obstacle::Kind::no_counterpart);
    CHECK(obstacle->step == 2);
}

TEST_CASE_METHOD(Scene, "RealDatabase: what is not as in the run is told with its step", "[real]") {
    script.execute(0, insert_key, row(1, "a"));
    script.begin(0);
    script.execute(0, update_key, row(1, "b"));
    SECTION("a wait that is none") {
        script.add(world::SqlCall{
            .code = world::OpCode::sql_select,
            .session = 1,
            .text = "SELECT v FROM t",
            .passage = {.reach = world::Reach::waits}});
        CHECK(play() == "3: s1: SELECT v FROM t | waits for another session | 1 rows (a)");
    }
    SECTION("an answer where there is a wait") {
        script.add(world::SqlCall{
            .code = world::OpCode::sql_delete,
            .session = 1,
            .text = "DELETE FROM t",
            .result = Result<Rows>(Rows{{}, 1})});
        CHECK(play() == "3: s1: DELETE FROM t | 1 rows | waits for another session");
    }
    SECTION("another answer") {
        script.add(world::SqlCall{
            .code = world::OpCode::sql_select,
            .session = 1,
            .text = "SELECT v FROM t WHERE k = $1",
            .parameters = {std::int64_t{1}},
            .result = Result<Rows>(Rows{{{std::string("b")}}, 1})});
        CHECK(play() == "3: s1: SELECT v FROM t WHERE k = $1 [1] | 1 rows (b) | 1 rows (a)");
    }
    SECTION("other rows at the end") {
        LoggedRun run = script.run();
        run.contents.tables.at(0).rows.at(0).at(2) = std::string("b");
        RealStore* const only = &server_of(dialect);
        CHECK(
            text_of(onceproof::harness::play(script.config(), run, std::span(&only, 1))) ==
            "2: the rows of t at the end | 1 rows (1|1|b|@86400010000) | 1 rows "
            "(1|1|a|@86400010000)"
        );
    }
}

TEST_CASE_METHOD(Scene, "RealDatabase: a server that dies is no difference", "[real]") {
    script.begin(0);
    script.execute(0, insert_key, row(1, "a"));
    script.execute(0, insert_key, row(2, "b"));
    script.commit(0);
    DoomedStore doomed(server_of(dialect));
    const auto obstacle = script.play_on(doomed);
    REQUIRE(obstacle);
    CHECK(obstacle->kind == Obstacle::Kind::server_failed);
    CHECK_FALSE(obstacle->real.empty());
    CHECK(play() == "");  // on a new one
}

TEST_CASE_METHOD(Scene, "RealDatabase: it has nothing to do with other runs", "[real]") {
    script.execute(0, insert_key, row(1, "a"));
    const auto other =
        real_database(dialect == Dialect::mysql ? Dialect::postgres : Dialect::mysql);
    CHECK_FALSE(script.play_on(*other));
    CHECK(other->version().empty());
    CHECK(play() == "");
    CHECK_FALSE(server_of(dialect).version().empty());
}

}  // namespace
}  // namespace onceproof::harness
