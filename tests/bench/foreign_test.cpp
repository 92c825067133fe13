#include <array>
#include <filesystem>
#include <thread>

#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "tests/bench/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

// `onceproof bench` on servers that hold somebody's data.
namespace onceproof::bench {
namespace {

using namespace std::chrono_literals;
using backend::PostgresServer;
using backend::PostgresSql;
using backend::RedisKv;
using backend::RedisServer;

/// Both servers, with a table and a key that have the names that strategies use.
class Foreign {
public:
    Foreign()
        : redis_server(std::move(RedisServer::start({}).server)),
          postgres_server(std::move(PostgresServer::start({.fsync = false}).server)) {
        REQUIRE(redis_server);
        REQUIRE(postgres_server);
        PostgresSql sql({.connection = postgres_server->connection_string(), .pool = 1});
        REQUIRE(
            sql.run_script("CREATE TABLE payment (n bigint); INSERT INTO payment VALUES (7)").ok()
        );
        RedisKv kv(*backend::parse_redis_url(redis_server->url()), 1s);
        REQUIRE(kv.set("idempotent:lock:mine", "x", {}).ok());
    }

    [[nodiscard]] std::vector<std::string> arguments() const {
        return {
            "bench",
            "--postgres-url",
            postgres_server->connection_string(),
            "--redis-url",
            redis_server->url(),
            "--database",
            "postgresql",
            "--strategy",
            "dedup-table",
            "--strategy",
            "two-level",
            "--strategy",
            "delete-token",
            "--threads",
            "2"};
    }

    /// All that is in both, in words.
    [[nodiscard]] std::string contents() const {
        PostgresSql sql({.connection = postgres_server->connection_string(), .pool = 1});
        const Result<SqlSession*> session = sql.open();
        REQUIRE(session.ok());
        const Result<Rows> schemas = (*session)->execute(
            "SELECT count(*) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' "
            "AND nspname <> 'information_schema'"
        );
        const Result<Rows> rows = (*session)->execute("SELECT n FROM payment");
        (*session)->close();
        RedisKv kv(*backend::parse_redis_url(redis_server->url()), 1s);
        constexpr std::array<std::string_view, 1> size{"DBSIZE"};
        return "schemas " + std::to_string(std::get<std::int64_t>(schemas->rows[0][0])) + ", row " +
               std::to_string(std::get<std::int64_t>(rows->rows.at(0)[0])) + ", keys " +
               **kv.command(size) + ", lock " + kv.get("idempotent:lock:mine")->value_or("gone");
    }

    std::unique_ptr<RedisServer> redis_server;
    std::unique_ptr<PostgresServer> postgres_server;
};

TEST_CASE("onceproof bench: on given servers it leaves everything as it was", "[bench]") {
    const Foreign foreign;
    REQUIRE(foreign.contents() == "schemas 1, row 7, keys 1, lock x");
    std::vector<std::string> arguments = foreign.arguments();
    arguments.emplace_back("--smoke");
    const Ended ended = run_program(arguments);
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(ended.output.find("fsync off") != std::string::npos);
    CHECK(foreign.contents() == "schemas 1, row 7, keys 1, lock x");
}

TEST_CASE("onceproof bench: interrupted on given servers it cleans up as well", "[bench]") {
    const Foreign foreign;
    const Ended ended = run_program(foreign.arguments(), 2s);
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 130);
    CHECK(foreign.contents() == "schemas 1, row 7, keys 1, lock x");
}

TEST_CASE("onceproof bench: a server that dies meanwhile ends it with exit 69", "[bench]") {
    const Foreign foreign;
    const testing::TemporaryFolder folder;
    std::vector<std::string> arguments = foreign.arguments();
    arguments.insert(arguments.end(), {"--json", folder.path("f.json"), "-o", folder.path("")});
    std::thread killer([&] {
        std::this_thread::sleep_for(4s);
        foreign.redis_server->crash();
    });
    const Ended ended = run_program(arguments);
    killer.join();
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 69);
    // What was measured before is kept.
    CHECK(ended.output.find("\n  raw-insert\n    0 % ") != std::string::npos);
    CHECK(content_of(folder.path("f.json")).find("raw-insert/postgresql") != std::string::npos);
    CHECK(content_of(folder.path("costs.md")).find("NOT COMPLETE") != std::string::npos);
    CHECK(ended.errors.find("onceproof: Redis cannot be reached") != std::string::npos);
}

TEST_CASE("onceproof bench: its figures are written in Google Benchmark's schema", "[bench]") {
    const testing::TemporaryFolder folder;
    const std::string file = folder.path("figures.json");
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--no-fsync",
         "--no-raw-limits",
         "--database",
         "postgresql",
         "--strategy",
         "dedup-table/hardened",
         "--json",
         file}
    );
    CHECK(ended.status == 0);
    const std::string text = content_of(file);
    for (const char* word :
         {"\"context\": {",
          "\"benchmarks\": [",
          "\"run_name\": "
          "\"dedup-table/hardened/postgresql/repeats:50/iterations:20/real_time/threads:2\"",
          "\"requests_per_second\": ",
          "\"p99_ns\": ",
          "\"p999_ns\": ",
          "\"server_cpu_seconds_per_1000_requests\": ",
          "\"bytes_per_key\": ",
          "\"round_trips_per_request\": ",
          "\"postgresql_fsync\": \"off\""}) {
        CAPTURE(word);
        CHECK(text.find(word) != std::string::npos);
    }
}

}  // namespace
}  // namespace onceproof::bench
