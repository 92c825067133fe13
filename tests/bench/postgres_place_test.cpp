#include "bench/postgres_place.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

TEST_CASE("postgres place: an address is given our schema in its own form", "[bench]") {
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

TEST_CASE("postgres place: a bound for connecting that is there stays", "[bench]") {
    CHECK(
        address_in_schema("host=db connect_timeout=9", "s") ==
        "host=db connect_timeout=9 options='-c search_path=s'"
    );
}

}  // namespace
}  // namespace onceproof::bench
