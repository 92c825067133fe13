#include "tests/tidy/source.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::tidy {
namespace {

TEST_CASE("blank_literals: comments and the insides of literals become blanks", "[tidy]") {
    CHECK(blank_literals("a; // b\nc;") == "a;     \nc;");
    CHECK(blank_literals("a /* b\nc */ d") == "a     \n     d");
    CHECK(blank_literals(R"(f("x\"y", 'z');)") == R"(f("    ", ' ');)");
    CHECK(blank_literals("auto s = R\"q(a)\" b)q\"; c") == "auto s = R\"         \"; c");
    CHECK(blank_literals("1'000'000 + x") == "1'000'000 + x");
    CHECK(blank_literals("\"// no comment\" a") == "\"             \" a");
}

TEST_CASE("lines_of: a final newline starts no line", "[tidy]") {
    CHECK(lines_of("a\n\nb\n") == std::vector<std::string_view>{"a", "", "b"});
    CHECK(lines_of("a") == std::vector<std::string_view>{"a"});
    CHECK(lines_of("").empty());
    CHECK(line_of("a\nb\nc", 4) == 3);
}

TEST_CASE("find_word: a word has no identifier character beside it", "[tidy]") {
    CHECK(find_word("a brand rand()", "rand") == 8);
    CHECK(find_word("rand_max", "rand") == std::string_view::npos);
}

TEST_CASE("is_within: a folder holds its files, and not those of a longer name", "[tidy]") {
    CHECK(is_within("model/base/time.hpp", "model/base"));
    CHECK(is_within("model/base/time.hpp", "model/base/time.hpp"));
    CHECK_FALSE(is_within("model/base_two/time.hpp", "model/base"));
    CHECK_FALSE(is_within("model", "model/base"));
}

TEST_CASE("to_string: a finding reads as compilers print theirs", "[tidy]") {
    CHECK(to_string({"a/b.cpp", 7, "no"}) == "a/b.cpp:7: no");
}

}  // namespace
}  // namespace onceproof::tidy
