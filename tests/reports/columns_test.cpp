#include "reports/columns.hpp"

#include <algorithm>
#include <sstream>

#include "tests/reports/example_failures.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

LanesOptions wide(std::size_t width, bool ascii) {
    LanesOptions options;
    options.style = {.width = width, .ascii = ascii};
    options.layout = Layout::lanes;
    return options;
}

TEST_CASE("columns: actors have a column each, stores one together", "[reports]") {
    LanesOptions options = wide(112, false);
    options.bug_probability = {0.03, 0.03, 0.04, 0.41, 0.66, 0.71, 1};
    check_golden("columns.txt", columns(example_trace(), options));
}

TEST_CASE("columns: the ASCII form says the same", "[reports]") {
    check_golden("columns-ascii.txt", columns(example_trace(), wide(80, true)));
}

TEST_CASE("columns: no line is wider than asked for, and nothing is cut", "[reports]") {
    history::Trace trace = example_trace();
    trace.steps[0].text = std::string(90, 'q');
    trace.steps[1].changes[0].content = std::string(90, 'z');
    for (std::size_t width = 70; width < 140; ++width) {
        CAPTURE(width);
        const std::string text = columns(trace, wide(width, false));
        CHECK(std::ranges::count(text, 'q') == 90);
        CHECK(std::ranges::count(text, 'z') == 90);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            CHECK(columns_of(line) <= width);
    }
}

TEST_CASE("columns: too little room gives way to the gutter", "[reports]") {
    CHECK(columns(example_trace(), wide(50, false)).empty());
    CHECK(lanes(example_trace(), wide(50, false)).find("c1") != std::string::npos);
}

TEST_CASE("columns: colours change nothing but colours", "[reports]") {
    LanesOptions options = wide(100, false);
    const std::string plain = columns(example_trace(), options);
    options.style.colour = true;
    std::string coloured = columns(example_trace(), options);
    for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
         at = coloured.find('\x1b'))
        coloured.erase(at, coloured.find('m', at) + 1 - at);
    CHECK(coloured == plain);
}

TEST_CASE("columns: hostile texts command no terminal, in neither layout", "[reports]") {
    const history::Trace trace = hostile_record().counterexamples[0].trace;
    LanesOptions options = wide(100, false);
    CHECK_FALSE(commands_a_terminal(lanes(trace, options)));
    options.layout = Layout::gutter;
    CHECK_FALSE(commands_a_terminal(lanes(trace, options)));
}

}  // namespace
}  // namespace onceproof::reports
