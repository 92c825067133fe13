#include "impls/backend/mariadb_server.hpp"

#include <filesystem>
#include <signal.h>

#include "impls/backend/mariadb_sql.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE(
    "MariadbServer: a crash keeps what was committed, and nothing is left at the end", "[backend]"
) {
    auto started = MariadbServer::start({});
    if (started.error) FAIL(started.error->message);
    const std::string folder = started.server->folder();
    const pid_t pid = started.server->pid();
    MariadbSql sql({.socket = started.server->socket(), .pool = 1});
    REQUIRE(sql.run_script("CREATE TABLE t (k int PRIMARY KEY); INSERT INTO t VALUES (1)").ok());
    started.server->crash();
    CHECK_FALSE(sql.run_script("SELECT 1").ok());
    REQUIRE_FALSE(started.server->restart());
    const auto session = sql.open();
    REQUIRE(session.ok());
    CHECK((*session)->execute("SELECT k FROM t")->affected == 1);
    (*session)->close();
    started.server.reset();
    CHECK(kill(pid, 0) != 0);
    CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("MariadbServer: a program that is not there is named", "[backend]") {
    const auto started = MariadbServer::start({.binary = "/nowhere/mariadbd"});
    REQUIRE(started.error);
    CHECK(started.error->problem == StartProblem::missing_binary);
    CHECK(started.error->message == "mariadbd is not installed");
}

}  // namespace
}  // namespace onceproof::backend
