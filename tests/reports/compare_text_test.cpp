#include "reports/compare_text.hpp"

#include <algorithm>
#include <sstream>

#include "tests/reports/example_comparison.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("compare_text: the example gives these files", "[reports]") {
    const ExampleComparison example;
    check_golden("compare.txt", compare_text(example.compared, {.width = 90}));
    check_golden("compare.md", compare_markdown(example.compared));
}

TEST_CASE("compare_text: no line but a command is wider than asked for", "[reports]") {
    const ExampleComparison example;
    for (std::size_t width = 50; width < 120; ++width) {
        CAPTURE(width);
        std::istringstream lines(compare_text(example.compared, {.width = width, .ascii = true}));
        for (std::string line; std::getline(lines, line);) {
            if (line.find("replay:") == std::string::npos) CHECK(columns_of(line) <= width);
        }
    }
}

TEST_CASE("compare_text: hostile texts command no terminal", "[reports]") {
    const RunRecord now = hostile_record();
    const Compared compared{.verdicts = compare(RunRecord{}, now), .costs = {}, .thresholds = {}};
    CHECK_FALSE(commands_a_terminal(compare_text(compared, {})));
    const std::string text = compare_markdown(compared);
    CHECK_FALSE(commands_a_terminal(text));
    CHECK_FALSE(has_markup(text));
}

}  // namespace
}  // namespace onceproof::reports
