#define CATCH_CONFIG_MAIN
#include <onceproof/check.hpp>

#include <catch2/catch.hpp>

TEST_CASE("the guard charges once, though two come at the same time") {
    CHECK(onceproof::check("guard", SCENARIOS "/two-at-once.toml"));
}

// What it does not do: a retry whose first reply got lost is told success, without the receipt.
// Called by its tag it fails, and shows how that comes about.
TEST_CASE("the guard gives the retry its receipt", "[.][retry]") {
    CHECK(onceproof::check("guard", SCENARIOS "/lost-reply.toml"));
}
