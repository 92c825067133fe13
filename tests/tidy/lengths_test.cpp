#include "tests/tidy/lengths.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::tidy {
namespace {

std::string lines(std::size_t count, const std::string& line) {
    std::string text;
    for (std::size_t at = 0; at < count; ++at) {
        text += line + "\n";
    }
    return text;
}

TEST_CASE("check_line_lengths: 100 columns pass and 101 do not", "[tidy]") {
    CHECK(check_line_lengths(source_file("a.cpp", std::string(100, 'x') + "\n")).empty());
    const Findings expected{{"a.cpp", 2, "101 columns, at most 100"}};
    CHECK(
        check_line_lengths(source_file("a.cpp", "\n" + std::string(101, 'x') + "\n")) == expected
    );
}

TEST_CASE("check_line_lengths: counts characters and not bytes", "[tidy]") {
    std::string text;
    for (int at = 0; at < 100; ++at) {
        text += "\xC3\xA9";
    }
    CHECK(check_line_lengths(source_file("a.cpp", text)).empty());
    CHECK(check_line_lengths(source_file("a.cpp", text + "x")).size() == 1);
}

TEST_CASE("check_line_lengths: URLs, raw strings, SQL and prose are free", "[tidy]") {
    const std::string wide(101, 'x');
    CHECK(check_line_lengths(source_file("a.cpp", "// https://" + wide)).empty());
    CHECK(check_line_lengths(source_file("a.cpp", "f(R\"(\n" + wide + "\n)\");\n")).empty());
    CHECK(check_line_lengths(source_file("a.cpp", "f(R\"(\n)\");\n" + wide + "\n")).size() == 1);
    CHECK(check_line_lengths(source_file("a.sql", wide)).empty());
    CHECK(check_line_lengths(source_file("README.md", wide)).empty());
    CHECK(check_line_lengths(source_file("model/CMakeLists.txt", wide)).size() == 1);
    CHECK(check_line_lengths(source_file("dev", wide)).size() == 1);
}

TEST_CASE("check_file_length: 300 lines pass and 301 do not", "[tidy]") {
    CHECK(check_file_length(source_file("a.hpp", lines(300, "")), file_lines_max).empty());
    const Findings expected{{"a.hpp", 0, "301 lines, at most 300"}};
    CHECK(check_file_length(source_file("a.hpp", lines(301, "")), file_lines_max) == expected);
}

TEST_CASE("functions_of: finds functions in namespaces and classes, and their lines", "[tidy]") {
    const std::string code = R"(#define BODY(x) { x
namespace a {
template <class T, class U = std::vector<T>>
class Box : public Base {
public:
    Box(int x) : x_{x}, y_{0} {
        f();
    }
    int get() const { return x_; }
private:
    struct Cell {
        void clear() {}
    };
    int x_{};
};
enum class Kind { one, two };
constexpr std::array<int, 2> table{{1, 2}};
Result<int> free(Options options = {}) {
    auto inner = [](int y) { return y; };
    return inner(1);
}
}
)";
    const auto functions = functions_of(code);
    std::string seen;
    for (const FunctionBody& each : functions) {
        seen +=
            each.name + " " + std::to_string(each.line) + "+" + std::to_string(each.lines) + "\n";
    }
    CHECK(seen == "Box 6+3\nget 9+1\nclear 12+1\nfree 18+4\n");
}

TEST_CASE("check_function_lengths: 70 lines pass and 71 do not", "[tidy]") {
    const std::string fits = "int f(int x) {\n" + lines(68, "    ++x;") + "}\n";
    CHECK(check_function_lengths(source_file("a.cpp", fits)).empty());
    const std::string breaks = "\nint f(int x) {\n" + lines(69, "    ++x;") + "}\n";
    const Findings expected{{"a.cpp", 2, "function f has 71 lines, at most 70"}};
    CHECK(check_function_lengths(source_file("a.cpp", breaks)) == expected);
}

TEST_CASE("check_function_lengths: braces in literals and comments do not count", "[tidy]") {
    const std::string text = "void f() {\n    g(\"{\"); // {\n}\n" + lines(80, "int x;");
    CHECK(check_function_lengths(source_file("a.cpp", text)).empty());
}

}  // namespace
}  // namespace onceproof::tidy
