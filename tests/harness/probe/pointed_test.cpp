#include "harness/probe/pointed.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

TEST_CASE("pointed: the whole text needs not be JSON, a place in it does", "[probe]") {
    CHECK(pointed("not json", "") == "not json");
    CHECK_FALSE(pointed("not json", "/a").has_value());
    CHECK(pointed(R"({"a": {"b": [1, "x"]}})", "/a/b/1") == "\"x\"");
    CHECK_FALSE(pointed(R"({"a": 1})", "/b").has_value());
    CHECK_FALSE(pointed(R"({"a": [1]})", "/a/-").has_value());
    CHECK_FALSE(pointed(R"({"a": 1})", "/a/0").has_value());
    CHECK_FALSE(pointed(R"({"a": [1]})", "/a/x").has_value());
}

TEST_CASE("pointed: the order of members and blanks in JSON do not count", "[probe]") {
    CHECK(pointed(R"({"r": {"b": 1, "a": 2}})", "/r") == pointed(R"({"r":{"a":2,"b":1}})", "/r"));
}

TEST_CASE("pointed: a number is whole, alone or in quotes", "[probe]") {
    CHECK(number_at(" 42\n", "") == 42);
    CHECK(number_at("\"7\"", "") == 7);
    CHECK(number_at("-1", "") == -1);
    CHECK(number_at(R"({"n": 3})", "/n") == 3);
    CHECK(number_at(R"({"n": "3"})", "/n") == 3);
    for (const char* text : {"", "4.5", "1 2", "four", "99999999999999999999", R"({"n": 3})"}) {
        INFO(text);
        CHECK_FALSE(number_at(text, "").has_value());
    }
}

TEST_CASE("pointed: a pointer begins with a slash and escapes as RFC 6901 says", "[probe]") {
    CHECK(is_json_pointer(""));
    CHECK(is_json_pointer("/a~1b/~0"));
    CHECK_FALSE(is_json_pointer("a"));
    CHECK_FALSE(is_json_pointer("/~2"));
}

}  // namespace
}  // namespace onceproof::probe
