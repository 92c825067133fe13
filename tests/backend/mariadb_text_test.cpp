#include "impls/backend/mariadb_text.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("mariadb_text: parameters become question marks in the order of their use", "[backend]") {
    const MariadbText own = mariadb_text("UPDATE t SET a = $2, b = $1 WHERE c = $2::bigint");
    CHECK(own.text == "UPDATE t SET a = ?, b = ? WHERE c = ?");
    CHECK(own.order == std::vector<std::size_t>{1, 0, 1});
}

TEST_CASE("mariadb_text: what PostgreSQL says in other words", "[backend]") {
    const auto [postgres, mariadb] = GENERATE(table<const char*, const char*>({
        {"SELECT now(), current_timestamp, clock_timestamp()",
         "SELECT now(6), current_timestamp(6), sysdate(6)"},
        {"SELECT now() + interval '1 minute 5 seconds'",
         "SELECT now(6) + interval 65000000 microsecond"},
        {"SELECT a - 2 * interval '1 day'", "SELECT a - interval 2 * 86400000000 microsecond"},
        {"SELECT a - interval '1 month'", "SELECT a - interval '1 month'"},
        {"INSERT INTO t (a) VALUES ('x') ON CONFLICT (a) DO NOTHING RETURNING id",
         "INSERT IGNORE INTO t (a) VALUES ('x') RETURNING id"},
        {"INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING", "INSERT IGNORE INTO t VALUES (1)"},
        {"INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1",
         "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1"},
        {"SELECT a FROM t FOR SHARE SKIP LOCKED", "SELECT a FROM t LOCK IN SHARE MODE SKIP LOCKED"},
        {"SELECT key, text FROM t WHERE rows = 'key $1 now() -- it''s'",
         "SELECT `key`, text FROM t WHERE `rows` = 'key $1 now() -- it''s'"},
    }));
    CHECK(mariadb_text(postgres).text == mariadb);
}

TEST_CASE("mariadb_text: a schema with its comments, types and keys", "[backend]") {
    const char* const postgres = R"(
        -- The service's table.
        CREATE TABLE t (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key text NOT NULL UNIQUE,
            at timestamptz NOT NULL DEFAULT now(),
            ready boolean
        );
        CREATE TABLE u (a int, PRIMARY KEY (a));
    )";
    const std::string table = " ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;";
    CHECK(
        mariadb_text(postgres).text ==
        "CREATE TABLE t ( id bigint AUTO_INCREMENT PRIMARY KEY, `key` varchar(255) NOT NULL "
        "UNIQUE, "
        "at datetime(6) NOT NULL DEFAULT now(6), ready boolean )" +
            table + " CREATE TABLE u (a int, PRIMARY KEY (a))" + table
    );
}

}  // namespace
}  // namespace onceproof::backend
