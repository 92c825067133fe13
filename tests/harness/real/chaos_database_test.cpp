#include "harness/real/chaos_database.hpp"

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

constexpr const char* schema = "CREATE TABLE payment (request_key varchar(64) NOT NULL);";

TEST_CASE(
    "chaos database: keeps its rows through all that strikes it (PostgreSQL, MariaDB)", "[backend]"
) {
    const std::string dialect = GENERATE("postgres", "mysql");
    std::string trouble;
    const auto database = ChaosDatabase::start(dialect, schema, trouble);
    INFO(trouble);
    REQUIRE(database != nullptr);
    CHECK(database->name().starts_with(dialect == "mysql" ? "MariaDB 1" : "PostgreSQL 1"));
    const auto pool = database->pool(1, 5s);
    const auto insert = [&] {
        const Result<SqlSession*> session = pool->open();
        if (!session.ok()) {
            return false;
        }
        const bool done = (*session)->execute("INSERT INTO payment VALUES ($1)", "a").ok();
        (*session)->close();
        return done;
    };
    const auto counted_rows = [&] {
        return std::get<std::int64_t>(database->ask("SELECT count(*) FROM payment")->rows[0][0]);
    };
    CHECK_FALSE(database->kill_one());
    REQUIRE(insert());
    database->cut();
    CHECK_FALSE(insert());
    CHECK(insert());
    CHECK(database->kill_one());
    CHECK_FALSE(insert());
    CHECK(insert());
    database->refuse();
    CHECK_FALSE(insert());
    CHECK_FALSE(insert());
    database->accept();
    CHECK(insert());
    CHECK(counted_rows() == 4);
    REQUIRE_FALSE(database->restart().has_value());
    CHECK_FALSE(insert());
    CHECK(insert());
    CHECK(counted_rows() == 5);
    database->pause();
    std::this_thread::sleep_for(20ms);
    database->resume();
    CHECK(insert());
}

}  // namespace
}  // namespace onceproof::harness
