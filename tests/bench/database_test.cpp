#include "bench/database.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("database: trouble is told in one line, with the end of a log", "[bench]") {
    CHECK(one_line("postgres is not installed") == "postgres is not installed");
    CHECK(one_line("no route\n") == "no route");
    CHECK(one_line("initdb failed:\n  running\n  no space left") == "initdb failed: no space left");
    CHECK(one_line("ended with status 1\n  FATAL") == "ended with status 1; FATAL");
}

TEST_CASE("database: versions are compared number by number", "[bench]") {
    CHECK(is_older("9.6.24", "10"));
    CHECK_FALSE(is_older("10", "10"));
    CHECK_FALSE(is_older("15.14 (Debian 15.14-0+deb12u1)", "10"));
    CHECK(is_older("10.4.34-MariaDB", "10.5"));
    CHECK_FALSE(is_older("10.11.14-MariaDB", "10.5"));
    CHECK_FALSE(is_older("11.0.2", "10.5"));
    CHECK(is_older("4.0.9", "5.0"));
    CHECK(is_older("", "5.0"));
}

TEST_CASE("database: a server that is too old is named with the least version", "[bench]") {
    CHECK(
        too_old("PostgreSQL", "9.6.24", "10") ==
        "PostgreSQL 9.6.24 is too old: 10 is the least that is measured"
    );
    CHECK_FALSE(too_old("PostgreSQL", "15.14", "10"));
}

TEST_CASE("database: a server is described with what its settings mean", "[bench]") {
    ServerFacts facts{
        .title = "PostgreSQL",
        .version = "15.1",
        .settings = {{"fsync", "on"}, {"synchronous_commit", "off"}},
        .promise = commit_promise(false)};
    CHECK(
        text_of(facts) ==
        "PostgreSQL 15.1 (fsync on, synchronous_commit off: commits are NOT durable)"
    );
    facts.promise.clear();
    facts.version.clear();
    CHECK(text_of(facts) == "PostgreSQL (fsync on, synchronous_commit off)");
}

TEST_CASE("database: names are read back", "[bench]") {
    CHECK(database_named("postgresql") == Database::postgresql);
    CHECK(database_named("mariadb") == Database::mariadb);
    CHECK_FALSE(database_named("oracle"));
}

}  // namespace
}  // namespace onceproof::bench
