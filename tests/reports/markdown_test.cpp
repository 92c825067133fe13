#include "reports/markdown.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {

TEST_CASE("markdown: marks are escaped and lines joined, so that text stays text", "[reports]") {
    CHECK(markdown("a_b | *c*\n<d> `e` #1") == "a\\_b \\| \\*c\\* \\<d\\> \\`e\\` \\#1");
    CHECK(code("a_b") == "`a_b`");
}

TEST_CASE("counted: one thing is no plural", "[reports]") {
    CHECK(counted(0, "fault") == "0 faults");
    CHECK(counted(1, "fault") == "1 fault");
    CHECK(counted(2, "fault") == "2 faults");
    CHECK(fault_bound(0) == "no fault");
    CHECK(fault_bound(1) == "up to 1 fault");
}

}  // namespace onceproof::reports
