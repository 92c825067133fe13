#include "impls/backend/server_address.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("server address: a URL gives who, where and what", "[backend]") {
    const auto full = parse_server_url("mysql://me:p%40ss@db:3307/shop", "mysql");
    REQUIRE(full);
    CHECK(full->user == "me");
    CHECK(full->password == "p@ss");
    CHECK(full->host == "db");
    CHECK(full->port == 3307);
    CHECK(full->path == "shop");
    CHECK(full->socket.empty());
}

TEST_CASE("server address: only the host must be there", "[backend]") {
    const auto least = parse_server_url("mysql://db", "mysql");
    REQUIRE(least);
    CHECK(least->host == "db");
    CHECK(least->port == 0);
    CHECK(least->user.empty());
}

TEST_CASE("server address: a unix socket is a path", "[backend]") {
    CHECK(parse_server_url("unix:/run/x.sock", "mysql")->socket == "/run/x.sock");
    CHECK(parse_server_url("/run/x.sock", "mysql")->socket == "/run/x.sock");
}

TEST_CASE("server address: who logs in at a socket stands before its encoded path", "[backend]") {
    const auto address = parse_server_url("mysql://me:pw@%2Frun%2Fx.sock", "mysql");
    REQUIRE(address);
    CHECK(address->socket == "/run/x.sock");
    CHECK(address->user == "me");
    CHECK(address->host.empty());
}

TEST_CASE("server address: anything else is none", "[backend]") {
    for (const char* const text :
         {"",
          "db",
          "http://db",
          "mysql://",
          "mysql://me@",
          "mysql://db:0",
          "mysql://db:99999",
          "mysql://db:x",
          "mysql://me:%zz@db",
          "mysql://db/%4",
          "unix:run"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_server_url(text, "mysql"));
    }
}

}  // namespace
}  // namespace onceproof::backend
