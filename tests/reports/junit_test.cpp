#include "reports/junit.hpp"

#include <algorithm>

#include "tests/reports/example_record.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// Checks that every element is closed in order and every attribute is quoted; the number of
/// elements.
std::size_t well_formed_elements(std::string_view xml) {
    std::vector<std::string> open;
    std::size_t elements = 0;
    const std::size_t prolog = xml.find("?>");
    REQUIRE(prolog != std::string_view::npos);
    xml.remove_prefix(prolog + 2);
    while (xml.find('<') != std::string_view::npos) {
        const std::string_view text = xml.substr(0, xml.find('<'));
        REQUIRE(text.find('>') == std::string_view::npos);
        xml.remove_prefix(text.size() + 1);
        const std::size_t end = xml.find('>');
        REQUIRE(end != std::string_view::npos);
        const std::string_view tag = xml.substr(0, end);
        REQUIRE(tag.find('<') == std::string_view::npos);
        REQUIRE(std::ranges::count(tag, '"') % 2 == 0);
        if (tag.front() == '/') {
            REQUIRE_FALSE(open.empty());
            REQUIRE(tag.substr(1) == open.back());
            open.pop_back();
        } else {
            ++elements;
            if (tag.back() != '/') open.emplace_back(tag.substr(0, tag.find(' ')));
        }
        xml.remove_prefix(end + 1);
    }
    CHECK(open.empty());
    return elements;
}

TEST_CASE(
    "junit: a suite per scenario, a case per cell and guarantee, totals that add up", "[reports]"
) {
    const std::string xml = junit(example_record());
    check_golden("junit.xml", xml);
    CHECK(well_formed_elements(xml) == 1 + 2 + 9 + 6);
}

TEST_CASE("junit: markup, control characters and broken UTF-8 stay well-formed", "[reports]") {
    RunRecord record;
    GuaranteeResult result = result_of("g<1>&\"2\"", Verdict::violated);
    result.expected = false;
    result.text = "line 1\nline 2 \x01 \xff <b>";
    result.token = "op1-<&>";
    record.cells = {cell_of("s", "a", result)};
    const std::string xml = junit(record);
    CHECK(well_formed_elements(xml) == 4);
    CHECK(xml.find("name=\"g&lt;1&gt;&amp;&quot;2&quot;\"") != std::string::npos);
    CHECK(
        xml.find("message=\"line 1&#10;line 2 \xEF\xBF\xBD \xEF\xBF\xBD &lt;b&gt;\"") !=
        std::string::npos
    );
    CHECK(xml.find("replay: onceproof replay op1-&lt;&amp;&gt;</failure>") != std::string::npos);
}

TEST_CASE("junit: a cell that is not deterministic fails by that name", "[reports]") {
    RunRecord record;
    record.cells = {
        cell_of("s", "a", result_of("g", Verdict::proved)),
        cell_of("s", "b", result_of("g", Verdict::proved))};
    DeterminismDifference difference;
    difference.scenario = "s";
    difference.strategy = "b";
    difference.step = 4;
    record.determinism.differences = {difference};
    const std::string xml = junit(record);
    CHECK(xml.find("tests=\"3\" failures=\"1\"") != std::string::npos);
    CHECK(xml.find("classname=\"s / b\" name=\"determinism\"") != std::string::npos);
    CHECK(xml.find("type=\"not-deterministic\"") != std::string::npos);
}

TEST_CASE("junit: what does not apply is skipped with the reason that is known", "[reports]") {
    RunRecord record;
    GuaranteeResult result = result_of("g", Verdict::not_applicable);
    result.text = "no fault can strike";
    record.cells = {cell_of("s", "a", result)};
    CHECK(junit(record).find("<skipped>no fault can strike</skipped>") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::reports
