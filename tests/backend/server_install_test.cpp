#include "impls/backend/server_install.hpp"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "impls/backend/child.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("find_in_path: the whole path of a program, or nothing", "[backend]") {
    const std::string shell = find_in_path("sh");
    CHECK(shell.ends_with("/sh"));
    CHECK(access(shell.c_str(), X_OK) == 0);
    CHECK(find_in_path("no-such-program").empty());
}

TEST_CASE("server_folder: belongs to the servers' user, and nobody else looks in", "[backend]") {
    const auto folder = server_folder("", "unit");
    REQUIRE(folder.has_value());
    struct stat owner {};
    REQUIRE(stat(folder->path().c_str(), &owner) == 0);
    CHECK(owner.st_uid == server_user().uid);
    CHECK((owner.st_mode & 0777U) == 0700U);
}

TEST_CASE("server_folder: none where none can be made, and the error says where", "[backend]") {
    CHECK_FALSE(server_folder("/nowhere", "unit").has_value());
    CHECK(no_folder("/nowhere").message == "no temporary folder in /nowhere");
    CHECK(no_folder("").message == "no temporary folder in TMPDIR");
    CHECK(no_folder("").problem == StartProblem::folder);
}

TEST_CASE("not_installed: names the server", "[backend]") {
    CHECK(not_installed("redis-server").message == "redis-server is not installed");
    CHECK(not_installed("redis-server").problem == StartProblem::missing_binary);
}

}  // namespace
}  // namespace onceproof::backend
