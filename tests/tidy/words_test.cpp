#include "tests/tidy/words.hpp"

#include <array>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::tidy {
namespace {

Findings determinism(const std::string& text) {
    return check_determinism(source_file("model/fake/a.cpp", text), {});
}

TEST_CASE("check_determinism: every banned word is found in code", "[tidy]") {
    for (const std::string_view word : nondeterministic_words()) {
        CAPTURE(word);
        CHECK_FALSE(determinism("\nauto x = " + std::string{word} + "(1);\n").empty());
        CHECK(determinism("// not " + std::string{word} + "(1)\n").empty());
        CHECK(determinism("auto x = \"" + std::string{word} + "(1)\";\n").empty());
    }
}

TEST_CASE("check_determinism: says where and which word", "[tidy]") {
    const Findings expected{
        {"model/fake/a.cpp", 2, "'getenv' makes a run depend on more than its schedule"}};
    CHECK(determinism("\nauto x = std::getenv(\"HOME\");\n") == expected);
}

TEST_CASE("check_determinism: distributions of the library are found, and only those", "[tidy]") {
    CHECK(determinism("std::uniform_int_distribution<int> d;").size() == 1);
    CHECK(determinism("std::bernoulli_distribution d;").size() == 1);
    CHECK(determinism("auto latency_distribution = 1;").empty());
}

TEST_CASE("check_determinism: containers ordered by pointers are found", "[tidy]") {
    CHECK(determinism("std::map<Actor*, int> m;").size() == 1);
    CHECK(determinism("std::set<const Actor*> s;").size() == 1);
    CHECK(determinism("std::map<int, Actor*> m;").empty());
}

TEST_CASE(
    "check_determinism: static mutable state is found, functions and constants are not", "[tidy]"
) {
    CHECK(determinism("static int calls = 0;").size() == 1);
    CHECK(determinism("static std::vector<int> cache;").size() == 1);
    CHECK(determinism("static Cache cache{1};").size() == 1);
    CHECK(determinism("static constexpr int lanes = 4;").empty());
    CHECK(determinism("static const std::string name = f();").empty());
    CHECK(determinism("static Value to_value(int number) { return number; }").empty());
    CHECK(determinism("static bool operator==(A, A);").empty());
}

TEST_CASE("check_determinism: an exception frees one word in one file", "[tidy]") {
    const std::array<WordException, 1> exceptions{{{"model/a.cpp", "thread_local", "why"}}};
    const std::string text = "thread_local int x = 0;";
    CHECK(check_determinism(source_file("model/a.cpp", text), exceptions).empty());
    CHECK(check_determinism(source_file("model/b.cpp", text), exceptions).size() == 1);
    CHECK(check_determinism(source_file("model/a.cpp", "std::thread t;"), exceptions).size() == 1);
}

TEST_CASE("check_word_exceptions: an exception that excuses nothing is reported", "[tidy]") {
    const std::array<WordException, 2> exceptions{
        {{"model/a.cpp", "thread_local", "why"}, {"model/gone.cpp", "getenv", "why"}}};
    const std::vector<SourceFile> tree{source_file("model/a.cpp", "// thread_local\n")};
    const Findings expected{
        {"model/a.cpp", 0, "the exception for 'thread_local' excuses nothing"},
        {"model/gone.cpp", 0, "the exception for 'getenv' excuses nothing"}};
    CHECK(check_word_exceptions(tree, exceptions) == expected);
}

TEST_CASE("check_leftovers: markers of unfinished work are found in comments too", "[tidy]") {
    for (const std::string marker :
         {"TO"
          "DO",
          "FIX"
          "ME",
          "X"
          "XX",
          "HA"
          "CK"}) {
        CAPTURE(marker);
        CHECK(
            check_leftovers(source_file("a.md", "one\ntwo " + marker + ": later\n")).at(0).line == 2
        );
        CHECK(check_leftovers(source_file("a.cpp", "int A" + marker + "B;\n")).empty());
    }
}

TEST_CASE("check_conditionals: each is found, with and without blanks", "[tidy]") {
    for (const std::string line : {"#if A", "#ifdef A", "  # ifndef A"}) {
        CAPTURE(line);
        CHECK(check_conditionals(source_file("a.hpp", "int a;\n" + line + "\n")).at(0).line == 2);
    }
}

TEST_CASE("check_conditionals: other directives and comments are none", "[tidy]") {
    const auto file = source_file("a.hpp", "#pragma once\n#include <a>\n// #if A\nif (a) {}\n");
    CHECK(check_conditionals(file).empty());
}

TEST_CASE(
    "check_machine_paths: a folder of one machine is found, a relative path is not", "[tidy]"
) {
    for (const std::string path :
         {"/wo"
          "rk/main",
          "/ho"
          "me/me",
          "/ro"
          "ot/x",
          "/Us"
          "ers/me"}) {
        CAPTURE(path);
        CHECK(check_machine_paths(source_file("dev", "cd " + path + "\n")).size() == 1);
        CHECK(check_machine_paths(source_file("dev", "cd net" + path + "\n")).empty());
    }
}

TEST_CASE("check_namespaces: namespace std may be aliased but not opened", "[tidy]") {
    CHECK(check_namespaces(source_file("a.cpp", "namespace std {\n")).size() == 1);
    CHECK(check_namespaces(source_file("a.cpp", "namespace std::chrono {\n")).size() == 1);
    CHECK(check_namespaces(source_file("a.cpp", "namespace fs = std::filesystem;\n")).empty());
    CHECK(check_namespaces(source_file("a.cpp", "using namespace std::chrono_literals;\n")).empty()
    );
}

TEST_CASE("check_namespaces: a header uses none but the chrono literals in tests", "[tidy]") {
    const std::string literals = "using namespace std::chrono_literals;\n";
    CHECK(check_namespaces(source_file("model/a.hpp", literals)).size() == 1);
    CHECK(check_namespaces(source_file("tests/a.hpp", literals)).empty());
    CHECK(check_namespaces(source_file("tests/a.hpp", "using namespace std;\n")).size() == 1);
}

}  // namespace
}  // namespace onceproof::tidy
