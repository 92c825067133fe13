#include "impls/backend/host_addresses.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("host addresses: 127.0.0.0/8, ::1 and what is mapped to them are loopback", "[backend]") {
    for (const char* text : {"127.0.0.1", "127.255.255.254", "::1", "[::1]", "::ffff:127.0.0.1"}) {
        INFO(text);
        REQUIRE(numeric_address(text).has_value());
        CHECK(numeric_address(text)->loopback);
    }
}

TEST_CASE("host addresses: wildcard, private and public addresses are not loopback", "[backend]") {
    for (const char* text :
         {"0.0.0.0",
          "::",
          "10.0.0.1",
          "192.168.1.1",
          "128.0.0.1",
          "::2",
          "::ffff:10.0.0.1",
          "fe80::1",
          "2001:db8::1"}) {
        INFO(text);
        REQUIRE(numeric_address(text).has_value());
        CHECK_FALSE(numeric_address(text)->loopback);
    }
}

TEST_CASE("host addresses: a name is no numeric address", "[backend]") {
    CHECK_FALSE(numeric_address("localhost").has_value());
    CHECK_FALSE(numeric_address("127.0.0.1.example").has_value());
    CHECK_FALSE(numeric_address("").has_value());
}

TEST_CASE("host addresses: one address that leaves the machine is enough to refuse", "[backend]") {
    CHECK_FALSE(all_loopback({}));
    CHECK(all_loopback({{"127.0.0.1", true}, {"::1", true}}));
    CHECK_FALSE(all_loopback({{"127.0.0.1", true}, {"10.0.0.1", false}}));
}

TEST_CASE("host addresses: localhost is this machine", "[backend]") {
    CHECK(all_loopback(addresses_of("localhost")));
    CHECK(addresses_of("127.1").front().text == "127.0.0.1");
}

}  // namespace
}  // namespace onceproof::backend
