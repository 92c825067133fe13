#include "reports/markdown.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {

TEST_CASE("markdown: marks are escaped and lines joined, so that text stays text", "[reports]") {
    CHECK(markdown("a_b | *c*\n<d> `e` #1") == "a\\_b \\| \\*c\\* \\<d\\> \\`e\\` \\#1");
    CHECK(markdown("a & b &lt; ~c~\x1b") == "a & b \\&lt; \\~c\\~\\\\x1b");
    CHECK(code("a_b") == "`a_b`");
    CHECK(code("a`|b") == "a\\`\\|b");
}

}  // namespace onceproof::reports
