#include "reports/plain_matrix.hpp"

#include "tests/reports/example_failures.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("plain_matrix: it has every verdict by sign and word", "[reports]") {
    const std::string text = plain_matrix(example_record());
    CHECK(contains(
        text,
        "<thead><tr><th scope=\"col\">Failure mode</th><th scope=\"col\">dedup-table</th>"
        "<th scope=\"col\">two-level/hardened</th><th scope=\"col\">redis-key/published</th></tr>"
    ));
    CHECK(contains(
        text,
        "<tr><th scope=\"row\">lost-reply</th><td>■ proved</td>"
        "<td>■ proved, expected violation not found</td><td>✖ violated, as expected</td></tr>\n"
    ));
    CHECK(contains(text, "<th scope=\"row\">· ttl=50ms</th>"));
}

TEST_CASE("plain_matrix: each distinct failure has its sentence and its command", "[reports]") {
    const std::string text = plain_matrix(example_failures());
    CHECK(contains(
        text,
        "<li>lease / redis-key/published: single_effect: 2 effects for key pay-1 "
        "<code>onceproof replay op1-CCCCC</code></li>"
    ));
    RunRecord calm = example_record();
    calm.cells.resize(1);
    CHECK_FALSE(contains(plain_matrix(calm), "<ul>"));
}

TEST_CASE("plain_matrix: no text of a run becomes markup", "[reports]") {
    const std::string text = plain_matrix(hostile_record());
    CHECK_FALSE(contains(text, "<script"));
    CHECK_FALSE(commands_a_terminal(text));
    CHECK(contains(text, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK(contains(text, "&amp;lt;"));
}

}  // namespace
}  // namespace onceproof::reports
