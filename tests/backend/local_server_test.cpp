#include "impls/backend/local_server.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <utility>

#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "tests/backend/leftovers.hpp"
#include "tests/backend/server_parent.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::unique_ptr<RedisServer> redis(const RedisServerOptions& options) {
    auto started = RedisServer::start(options);
    if (started.error) FAIL(started.error->message);
    return std::move(started.server);
}

std::unique_ptr<PostgresServer> postgres(const PostgresServerOptions& options) {
    auto started = PostgresServer::start(options);
    if (started.error) FAIL(started.error->message);
    return std::move(started.server);
}

bool answers(const RedisServer& server) {
    RedisKv client(*parse_redis_url(server.url()), 1s);
    return client.get("x").ok();
}

bool answers(const PostgresServer& server) {
    PostgresSql sql({.connection = server.connection_string(), .pool = 1});
    return sql.run_script("SELECT 1").ok();
}

TEST_CASE("RedisServer: answers on its socket, and nothing is left of it", "[backend]") {
    auto server = redis({});
    const std::string folder = server->folder();
    CHECK(answers(*server));
    CHECK(processes_in(folder) == 1);
    server.reset();
    CHECK(gone(folder));
}

TEST_CASE("PostgresServer: answers on its socket, and nothing is left of it", "[backend]") {
    auto server = postgres({.fsync = false});
    const std::string folder = server->folder();
    CHECK(answers(*server));
    CHECK(processes_in(folder) > 1);
    server.reset();
    CHECK(gone(folder));
}

TEST_CASE("local servers: none runs as root", "[backend]") {
    const auto server = redis({});
    struct stat owner {};
    REQUIRE(stat(("/proc/" + std::to_string(server->pid())).c_str(), &owner) == 0);
    CHECK(owner.st_uid != 0);
    REQUIRE(stat(server->folder().c_str(), &owner) == 0);
    CHECK(owner.st_uid == server_user().uid);
    CHECK((owner.st_mode & 0777U) == 0700U);
}

TEST_CASE("RedisServer: two at once are two stores", "[backend]") {
    const auto first = redis({});
    const auto second = redis({});
    RedisKv one(*parse_redis_url(first->url()), 1s);
    RedisKv two(*parse_redis_url(second->url()), 1s);
    CHECK(one.set("a", "1", {}) == Result<bool>(true));
    CHECK(two.get("a") == Result<std::optional<std::string>>(std::nullopt));
}

TEST_CASE("local servers: live on when the thread that started them has ended", "[backend]") {
    std::unique_ptr<RedisServer> server;
    std::thread([&server] { server = redis({}); }).join();
    std::this_thread::sleep_for(100ms);
    CHECK(answers(*server));
}

TEST_CASE("RedisServer: after a crash it is gone, after a restart its file is read", "[backend]") {
    const auto server = redis({.append_only = AppendOnly::always});
    RedisKv client(*parse_redis_url(server->url()), 1s);
    CHECK(client.set("a", "1", {}).ok());
    server->crash();
    CHECK(server->pid() == 0);
    CHECK(processes_in(server->folder()) == 0);
    CHECK_FALSE(answers(*server));
    REQUIRE_FALSE(server->restart().has_value());
    RedisKv again(*parse_redis_url(server->url()), 1s);
    CHECK(again.get("a") == Result<std::optional<std::string>>("1"));
}

TEST_CASE("PostgresServer: after a crash it recovers what was committed", "[backend]") {
    const auto server = postgres({.fsync = true});
    {
        PostgresSql sql({.connection = server->connection_string()});
        CHECK(sql.run_script("CREATE TABLE t (n bigint); INSERT INTO t VALUES (7)").ok());
    }
    server->crash();
    CHECK(processes_in(server->folder()) == 0);
    CHECK_FALSE(answers(*server));
    REQUIRE_FALSE(server->restart().has_value());
    PostgresSql sql({.connection = server->connection_string()});
    const auto session = sql.open();
    REQUIRE(session.ok());
    CHECK((*session)->execute("SELECT n FROM t")->rows[0][0] == Value(std::int64_t{7}));
    (*session)->close();
}

/// The shared memory segment that a data folder's process file names; empty if there is none.
std::string segment_of(const std::string& folder) {
    std::ifstream file(folder + "/data/postmaster.pid");
    std::string line;
    for (int number = 0; number < 7; ++number)
        std::getline(file, line);
    return line.substr(line.rfind(' ') + 1);
}

bool is_segment(const std::string& number) {
    std::ifstream file("/proc/sysvipc/shm");
    std::string key;
    std::string segment;
    for (std::string line; std::getline(file, line);) {
        if (std::istringstream(line) >> key >> segment && segment == number) return true;
    }
    return false;
}

TEST_CASE("PostgresServer: after a crash no shared memory is left of it", "[backend]") {
    auto server = postgres({.fsync = false});
    const std::string segment = segment_of(server->folder());
    server->crash();
    CHECK(is_segment(segment));
    server.reset();
    CHECK_FALSE(is_segment(segment));
}

TEST_CASE("local servers: a missing binary is an error with a name", "[backend]") {
    const auto redis_missing = RedisServer::start({.binary = "/nowhere/redis-server"});
    REQUIRE(redis_missing.error.has_value());
    CHECK(redis_missing.error->problem == StartProblem::missing_binary);
    const auto postgres_missing = PostgresServer::start({.binaries = "/nowhere"});
    REQUIRE(postgres_missing.error.has_value());
    CHECK(postgres_missing.error->problem == StartProblem::missing_binary);
    CHECK(postgres_missing.error->message == "postgres is not installed");
}

TEST_CASE("local servers: a folder that cannot be made is an error", "[backend]") {
    const auto started = RedisServer::start({.base = "/nowhere"});
    REQUIRE(started.error.has_value());
    CHECK(started.error->problem == StartProblem::folder);
}

TEST_CASE("local servers: a socket path of more than 107 bytes is an error", "[backend]") {
    const std::string base = fs::temp_directory_path() / std::string(100, 'x');
    fs::create_directory(base);
    const auto started = RedisServer::start({.base = base});
    REQUIRE(started.error.has_value());
    CHECK(started.error->problem == StartProblem::path_too_long);
    CHECK(fs::is_empty(base));
    fs::remove(base);
}

TEST_CASE(
    "local servers: a failed start shows the end of the log and leaves nothing", "[backend]"
) {
    const std::string base = fs::temp_directory_path() / "onceproof-failed-start";
    fs::create_directory(base);
    fs::permissions(base, fs::perms::all);
    const auto started = RedisServer::start({.max_memory = "nonsense", .base = base});
    REQUIRE(started.error.has_value());
    CHECK(started.error->problem == StartProblem::start_failed);
    CHECK(started.error->message.find("argument must be a memory value") != std::string::npos);
    CHECK(fs::is_empty(base));
    fs::remove(base);
}

TEST_CASE(
    "local servers: nothing is left when their process ends (by itself, by a throw, by SIGINT "
    "that it handles)",
    "[backend]"
) {
    const auto [ending, number, status] = GENERATE(
        table<const char*, int, int>({{"end", 0, 0}, {"throw", 0, 3}, {"orderly", SIGINT, 0}})
    );
    CAPTURE(ending);
    ServerParent parent({ending, "redis", "postgres"});
    REQUIRE_FALSE(parent.folders[1].empty());
    CHECK(parent.end_by(number) == status);
    for (const std::string& folder : parent.folders)
        CHECK(gone(folder));
}

TEST_CASE(
    "local servers: nothing is left when a signal ends their process (KILL, TERM, INT)", "[backend]"
) {
    const int number = GENERATE(SIGKILL, SIGTERM, SIGINT);
    CAPTURE(number);
    ServerParent parent({"signal", "redis", "postgres"});
    REQUIRE_FALSE(parent.folders[1].empty());
    CHECK(processes_in(parent.folders[0]) == 1);
    CHECK(parent.end_by(number) == 128 + number);
    for (const std::string& folder : parent.folders)
        CHECK(gone_within(folder, 60s));
}

}  // namespace
}  // namespace onceproof::backend
