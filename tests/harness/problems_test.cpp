#include "harness/problems.hpp"

#include <array>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("problems: come by place, and the same one once", "[harness]") {
    const auto source = std::make_shared<SourceText>(SourceText{"f.toml", {"a = 1", "b = 2"}});
    Problems problems;
    CHECK(problems.empty());
    problems.add(Place{source, 2, 1, 1}, "second");
    problems.add(Place{source, 1, 5, 1}, "first");
    problems.add(Place{source, 2, 1, 1}, "second");
    CHECK(
        render(problems.take()) ==
        "f.toml:1:5: error: first\n    1 | a = 1\n      |     ^\n"
        "f.toml:2:1: error: second\n    2 | b = 2\n      | ^\n"
    );
}

TEST_CASE("problems: unknown words are hinted if one is close", "[harness]") {
    constexpr std::array<std::string_view, 2> names{"stall", "crash-after"};
    CHECK(unknown("fault", "stal", names) == R"(unknown fault "stal"; did you mean "stall"?)");
    CHECK(unknown("fault", "zebra-crossing", names) == R"(unknown fault "zebra-crossing")");
    CHECK(known(names) == "known: stall, crash-after");
    CHECK(known({}) == "there are none");
}

}  // namespace
}  // namespace onceproof::harness
