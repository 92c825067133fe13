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

TEST_CASE("wrapped: a percent sign stays with its number", "[reports]") {
    CHECK(wrapped("aaaa (95 %: 2 to 3 %)", 9) == Lines{"aaaa", "(95 %: 2", "to 3 %)"});
    CHECK(wrapped("broken in 2.46 %", 15) == Lines{"broken in", "2.46 %"});
    CHECK(wrapped("2.46 % of all", 8) == Lines{"2.46 %", "of all"});
}

TEST_CASE("wrapped: a wide character takes two columns, a joining one none", "[reports]") {
    CHECK(wrapped("支払い支払い", 8) == Lines{"支払い支", "払い"});
    CHECK(columns_of("e\u0301") == 1);
    CHECK(columns_of("\U0001F600") == 2);
}

TEST_CASE("visible: what would command a terminal stands there by number", "[reports]") {
    CHECK(visible("a\x1b[31mb\x07\x7f") == "a\\x1b[31mb\\x07\\x7f");
    CHECK(visible("line\nline\tend") == "line line end");
    CHECK(visible("\xC2\x9B\xE2\x80\xAE") == "\\x9b\\u202e");
    CHECK(visible("\xff\xE2\x9C\x94") == "\\xff✔");
    CHECK(wrapped("a\x1b[2J", 80) == Lines{"a\\x1b[2J"});
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
