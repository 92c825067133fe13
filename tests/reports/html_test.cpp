#include "reports/html.hpp"

#include <algorithm>

#include "reports/counterexample_json.hpp"
#include "reports/html_page.hpp"
#include "reports/plain_matrix.hpp"
#include "tests/reports/example_record.hpp"
#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// What stands in the script element of that name.
std::string data_of(const std::string& page, const std::string& name) {
    const std::string mark = "<script type=\"application/json\" id=\"data-" + name + "\">";
    const std::size_t begin = page.find(mark);
    REQUIRE(begin != std::string::npos);
    const std::size_t from = begin + mark.size();
    return page.substr(from, page.find("</script>", from) - from);
}

TEST_CASE("html: before data the page has at most 200 KiB and one place for them", "[reports]") {
    const std::string page = html_page();
    CHECK(page.size() < 200 * 1024);
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(count_of(page, html_data_place) == 1);
    CHECK(count_of(page, html_matrix_place) == 1);
    CHECK(page.find(html_matrix_place) < page.find(html_data_place));
}

TEST_CASE("html: only what the page itself holds may run, and nothing is fetched", "[reports]") {
    const std::string page = html(example_record(), {});
    CHECK(count_of(page, "content=\"default-src 'none'; script-src 'sha256-") == 1);
    CHECK(count_of(page, "style-src 'sha256-") == 1);
    CHECK(count_of(page, "unsafe") == 0);
    for (const char* source :
         {"innerHTML", " src=", "url(", "@import", "<link", "<iframe", "fetch("}) {
        CAPTURE(source);
        CHECK(count_of(page, source) == 0);
    }
}

TEST_CASE("html: equal records give equal bytes", "[reports]") {
    CHECK(html(example_record(), {}) == html(example_record(), {}));
}

TEST_CASE("html: the run stands in it as its folder has it", "[reports]") {
    RunRecord record = example_record();
    record.counterexamples = {{.token = "op1-CCCCC", .trace = example_trace()}};
    const std::string page = html(record, {});
    CHECK(data_of(page, "cells").find(R"("scenario":"lost-reply")") != std::string::npos);
    CHECK(data_of(page, "run").find(R"("format": "onceproof-run")") != std::string::npos);
    const std::string drawn = data_of(page, "counterexamples");
    CHECK(drawn.find(R"("text":"SET lock NX PX 200 -\u003e OK")") != std::string::npos);
    const std::string summary = data_of(page, "summary");
    CHECK(summary.starts_with(R"({"outcome":"Not every expectation is met: )"));
    CHECK(summary.find(R"("clean":false)") != std::string::npos);
    // The smaller of two counterexamples stands for both cells.
    CHECK(
        summary.find(R"("guarantee":"single_effect","expected":false,"cell":7,)"
                     R"("token":"op1-CCCCC","cells":[4,7])") != std::string::npos
    );
}

TEST_CASE("html: where no script runs the matrix can be read", "[reports]") {
    const std::string page = html(example_record(), {});
    const std::size_t begin = page.find("<noscript>");
    const std::size_t end = page.find("</noscript>");
    REQUIRE(begin < end);
    const std::string plain = page.substr(begin, end - begin);
    CHECK(plain.find(plain_matrix(example_record())) != std::string::npos);
}

TEST_CASE("html: a benchmark and frontiers stand in it if there are any", "[reports]") {
    CHECK(data_of(html(example_record(), {}), "bench") == "null");
    CHECK(data_of(html(example_record(), {}), "frontiers") == "[]");
    CHECK(data_of(html(example_record(), {}), "compared") == "null");
    const std::string page = html(
        example_record(),
        {.bench = R"({"benchmarks":[{"name":"<a>"}]})", .frontiers = {R"({"cells":[]})"}}
    );
    CHECK(data_of(page, "bench") == R"({"benchmarks":[{"name":"\u003ca\u003e"}]})");
    CHECK(data_of(page, "frontiers") == R"([{"cells":[]}])");
}

TEST_CASE("html: no text of a run ends the element that it stands in", "[reports]") {
    const std::string hostile = "</script><script>alert(1)</script><!-- {{DATA}} &amp; \x1b[31m";
    RunRecord record = example_record();
    const std::size_t scripts = count_of(html(record, {}), "<script");
    record.cells[0].scenario = hostile;
    record.cells[1].guarantees[0].text = hostile;
    record.arguments.push_back(hostile);
    record.counterexamples = {{.token = hostile, .trace = example_trace()}};
    const std::string page = html(record, {});
    CHECK(count_of(page, "<script") == scripts);
    CHECK(count_of(page, "</script>") == scripts);
    CHECK(count_of(page, "<!--") == 0);
    CHECK(count_of(page, "\x1b") == 0);
    CHECK(count_of(page, R"(\u003c/script\u003e\u003cscript\u003ealert(1))") == 4);
}

}  // namespace
}  // namespace onceproof::reports
