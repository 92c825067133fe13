#include "harness/diagnostic.hpp"

#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE(
    "message: the mark stands under its text behind tabs and multi-byte letters", "[harness]"
) {
    CHECK(
        messages_for("scenario.title = \"Zürich\" # ü\n\tworkload.work = \"1 s\"\n"
                     "scenario.tags = [\"ü\", 5]\n") ==
        "s.toml:5:18: error: bad duration \"1 s\"\n"
        "    5 | \tworkload.work = \"1 s\"\n"
        "      | \t                ^~~~~   a whole number and one of us, ms, s, m, h, d\n"
        "s.toml:6:23: error: \"tags\" is a string, not a whole number\n"
        "    6 | scenario.tags = [\"ü\", 5]\n"
        "      |                       ^\n"
    );
}

TEST_CASE("render: without a place there is the message alone", "[harness]") {
    Diagnostic diagnostic;
    diagnostic.file = "s.toml";
    diagnostic.message = "cannot be read";
    CHECK(render(diagnostic) == "s.toml: error: cannot be read\n");
}

TEST_CASE(
    "render: long line numbers and marks beyond the line's end keep their form", "[harness]"
) {
    Diagnostic diagnostic;
    diagnostic.file = "s.toml";
    diagnostic.line = 1'234'567;
    diagnostic.column = 5;
    diagnostic.width = 0;
    diagnostic.message = "odd";
    diagnostic.source = "ab";
    CHECK(
        render(diagnostic) ==
        "s.toml:1234567:5: error: odd\n"
        "1234567 | ab\n"
        "        |     ^\n"
    );
}

}  // namespace
}  // namespace onceproof::harness
