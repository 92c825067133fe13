#include "impls/backend/handler_sql.hpp"

#include <array>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

/// Counts what is done to it.
class CountingSession final : public SqlSession {
public:
    void begin(Isolation) override {}
    Result<Rows> execute_with(std::string_view text, std::span<const Value>) override {
        last = text;
        return Rows{{}, 7};
    }
    Result<Done> commit() override { return Done{}; }
    Result<Done> rollback() override { return Done{}; }
    void close() override { ++closed; }

    std::string last;
    int closed = 0;
};

class CountingPool final : public Sql {
public:
    Result<SqlSession*> open() override {
        if (opened == sessions.size()) {
            return Error{ErrorKind::timeout, Certainty::definite};
        }
        return static_cast<SqlSession*>(&sessions[opened++]);
    }

    std::array<CountingSession, 2> sessions;
    std::size_t opened = 0;
};

TEST_CASE("HandlerSql: what the handler left open is closed at its end", "[backend]") {
    CountingPool pool;
    HandlerSql sql(pool);
    REQUIRE(sql.open().ok());
    CHECK(pool.sessions[0].closed == 0);
    sql.end_handler();
    CHECK(pool.sessions[0].closed == 1);
    sql.end_handler();
    CHECK(pool.sessions[0].closed == 1);
}

TEST_CASE("HandlerSql: what the handler closed is not closed again", "[backend]") {
    CountingPool pool;
    HandlerSql sql(pool);
    const Result<SqlSession*> first = sql.open();
    REQUIRE(sql.open().ok());
    (*first)->close();
    CHECK(pool.sessions[0].closed == 1);
    CHECK(pool.sessions[1].closed == 0);
    sql.end_handler();
    CHECK(pool.sessions[0].closed == 1);
    CHECK(pool.sessions[1].closed == 1);
}

TEST_CASE("HandlerSql: calls reach the pool's session, and its errors come back", "[backend]") {
    CountingPool pool;
    HandlerSql sql(pool);
    const Result<SqlSession*> session = sql.open();
    CHECK((*session)->execute("SELECT 1")->affected == 7);
    CHECK(pool.sessions[0].last == "SELECT 1");
    REQUIRE(sql.open().ok());
    CHECK(sql.open().error() == Error{ErrorKind::timeout, Certainty::definite});
}

}  // namespace
}  // namespace onceproof::backend
