#include "reports/markdown.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {

TEST_CASE("markdown: marks are escaped and lines joined, so that text stays text", "[reports]") {
    CHECK(markdown("a_b | *c*\n<d> `e` #1") == "a\\_b \\| \\*c\\* \\<d\\> \\`e\\` \\#1");
    CHECK(code("a_b") == "`a_b`");
}

}  // namespace onceproof::reports
