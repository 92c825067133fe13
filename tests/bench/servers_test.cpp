#include "bench/servers.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("servers: an address is given our schema in its own form", "[bench]") {
    CHECK(
        address_in_schema("host=db user=u", "s") ==
        "host=db user=u options='-c search_path=s' connect_timeout=5"
    );
    CHECK(
        address_in_schema("postgresql://db/x", "s") ==
        "postgresql://db/x?options=-c%20search_path%3Ds&connect_timeout=5"
    );
    CHECK(
        address_in_schema("postgresql://db/x?sslmode=require", "s") ==
        "postgresql://db/x?sslmode=require&options=-c%20search_path%3Ds&connect_timeout=5"
    );
}

TEST_CASE("servers: a bound for connecting that is there stays", "[bench]") {
    CHECK(
        address_in_schema("host=db connect_timeout=9", "s") ==
        "host=db connect_timeout=9 options='-c search_path=s'"
    );
}

TEST_CASE("servers: trouble is told in one line, with the end of a log", "[bench]") {
    CHECK(one_line("postgres is not installed") == "postgres is not installed");
    CHECK(one_line("no route\n") == "no route");
    CHECK(one_line("initdb failed:\n  running\n  no space left") == "initdb failed: no space left");
    CHECK(one_line("ended with status 1\n  FATAL") == "ended with status 1; FATAL");
}

}  // namespace
}  // namespace onceproof::bench
