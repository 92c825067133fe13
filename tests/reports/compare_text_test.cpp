#include "reports/compare_text.hpp"

#include <algorithm>
#include <sstream>

#include "tests/reports/example_failures.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// The example run before and after: one violation is new, one is fixed, p99 got worse.
struct Example {
    RunRecord base = example_failures();
    RunRecord now = example_failures();
    Compared compared;

    Example() {
        GuaranteeResult safe = base.cells[4].guarantees[0];
        safe.verdict = Verdict::proved;
        safe.text.clear();
        safe.token.clear();
        base.cells[4].guarantees[0] = safe;
        now.cells[1].guarantees[0].verdict = Verdict::held;
        now.cells[1].guarantees[0].token.clear();
        now.cells[1].guarantees[0].text.clear();
        compared.thresholds = {*parse_threshold("p99<=+10%")};
        const Costs before{{"redis-key/1", {{"p99_ns", {7.9e6, 7.91e6, 7.92e6}}}}};
        const Costs after{{"redis-key/1", {{"p99_ns", {9.6e6, 9.61e6, 9.62e6}}}}};
        compared.costs = cost_deltas(before, after, compared.thresholds);
        compared.verdicts = compare(base, now);
    }
};

TEST_CASE("compare_text: the example gives these files", "[reports]") {
    const Example example;
    check_golden("compare.txt", compare_text(example.compared, {.width = 90}));
    check_golden("compare.md", compare_markdown(example.compared));
}

TEST_CASE("compare_text: no line but a command is wider than asked for", "[reports]") {
    const Example example;
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
