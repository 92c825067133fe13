#include "reports/style.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

using Lines = std::vector<std::string>;

TEST_CASE("wrapped: breaks at blanks and only then inside words", "[reports]") {
    CHECK(wrapped("one two three four", 9) == Lines{"one two", "three", "four"});
    CHECK(wrapped("one two", 7) == Lines{"one two"});
    CHECK(wrapped("abcdefghijklmnop", 8) == Lines{"abcdefgh", "ijklmnop"});
    CHECK(wrapped("abcdefgh   ij", 8) == Lines{"abcdefgh", "ij"});
    CHECK(wrapped("", 8) == Lines{""});
}

TEST_CASE("wrapped: counts characters, not bytes", "[reports]") {
    CHECK(wrapped("✔✔✔✔ ✔✔✔✔", 9) == Lines{"✔✔✔✔ ✔✔✔✔"});
    CHECK(wrapped("✔✔✔✔✔✔✔✔✔✔", 8) == Lines{"✔✔✔✔✔✔✔✔", "✔✔"});
}

TEST_CASE("columns_of: one per character; a byte that is no UTF-8 is one too", "[reports]") {
    CHECK(columns_of("a✔é") == 3);
    CHECK(columns_of("\xff\xfe") == 2);
    CHECK(columns_of("\xE2\x9C") == 2);
    CHECK(padded("✔", 3) == "✔  ");
}

TEST_CASE("painted: is the text itself without colour", "[reports]") {
    CHECK(painted({80, false, false}, Colour::red, "x") == "x");
    CHECK(painted({80, false, true}, Colour::red, "x") == "\x1b[31mx\x1b[0m");
}

}  // namespace
}  // namespace onceproof::reports
