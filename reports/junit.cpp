#include "reports/junit.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/determinism.hpp"
#include "reports/grid.hpp"
#include "reports/unicode.hpp"

namespace onceproof::reports {
namespace {

/// XML 1.0 has no way to write most control characters, not even escaped.
bool is_allowed(char32_t code) {
    return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code < 0xFFFE) ||
           code > 0xFFFF;
}

std::string escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        switch (character.code) {
            case U'&':
                result += "&amp;";
                break;
            case U'<':
                result += "&lt;";
                break;
            case U'>':
                result += "&gt;";
                break;
            case U'"':
                result += "&quot;";
                break;
            case U'\t':
                result += "&#9;";
                break;
            case U'\n':
                result += "&#10;";
                break;
            case U'\r':
                result += "&#13;";
                break;
            default:
                if (character.code == 0xFFFD || !is_allowed(character.code)) {
                    result += replacement;
                } else {
                    result += text.substr(0, character.bytes);
                }
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

/// What stands inside a test case; a pass has nothing.
enum class Outcome : unsigned char {
    pass,
    failure,
    error,
    skipped
};

struct TestCase {
    std::string class_name;
    std::string name;
    double seconds = 0;
    Outcome outcome = Outcome::pass;
    std::string type;
    std::string message;
    std::string detail;
};

void judge(TestCase& test, const RunRecord& record, const GuaranteeResult& result) {
    test.message = result.text;
    if (is_missed(result)) {
        test.outcome = Outcome::failure;
        test.type = "control-missed";
        test.message = "a violation was expected and not found";
        test.detail = "expected: " + result.expectation;
    } else if (result.verdict == Verdict::violated && !result.expected) {
        test.outcome = Outcome::failure;
        test.type = "violated";
        test.detail = "replay: " + record.replay(result.token);
    } else if (result.verdict == Verdict::inconclusive) {
        test.outcome = Outcome::error;
        test.type = "inconclusive";
    } else if (result.verdict == Verdict::not_applicable) {
        test.outcome = Outcome::skipped;
        if (test.message.empty())
            test.message = "the scenario gives the guarantee nothing to check";
    }
}

std::vector<TestCase> cases_of(const RunRecord& record, const CellResult& cell) {
    std::vector<TestCase> tests;
    TestCase common;
    common.class_name = cell_name(cell);
    if (!cell.error.empty()) {
        TestCase test = common;
        test.name = "run";
        test.outcome = Outcome::error;
        test.type = "error";
        test.message = cell.error;
        tests.push_back(std::move(test));
    }
    for (const GuaranteeResult& result : cell.guarantees) {
        TestCase test = common;
        test.name = result.guarantee;
        judge(test, record, result);
        tests.push_back(std::move(test));
    }
    for (const DeterminismDifference& difference : record.determinism.differences) {
        if (std::tie(difference.scenario, difference.strategy, difference.point) !=
            std::tie(cell.scenario, cell.strategy, cell.point)) {
            continue;
        }
        TestCase test = common;
        test.name = "determinism";
        test.outcome = Outcome::failure;
        test.type = "not-deterministic";
        test.message = headline_of(difference);
        test.detail = join(details_of(difference), "; ");
        tests.push_back(std::move(test));
    }
    // One search checks all guarantees of the cell at once.
    if (!tests.empty()) tests.front().seconds = cell.seconds;
    return tests;
}

std::string_view element_of(Outcome outcome) {
    return outcome == Outcome::failure ? "failure" : "error";
}

std::string text_of(const TestCase& test) {
    std::string text = fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
        escaped(test.class_name),
        escaped(test.name),
        test.seconds
    );
    if (test.outcome == Outcome::pass) return text + "/>\n";
    const std::string_view element = element_of(test.outcome);
    if (test.outcome == Outcome::skipped) {
        // The schema gives it no attribute.
        return text + fmt::format(
                          ">\n      <skipped>{}</skipped>\n    </testcase>\n", escaped(test.message)
                      );
    }
    text += fmt::format(">\n      <{} message=\"{}\"", element, escaped(test.message));
    if (!test.type.empty()) text += fmt::format(" type=\"{}\"", test.type);
    text += test.detail.empty() ? "/>" : fmt::format(">{}</{}>", escaped(test.detail), element);
    return text + "\n    </testcase>\n";
}

/// The attributes that suites and the whole have in common; only suites tell what was skipped.
std::string totals(const std::vector<TestCase>& tests, bool suite) {
    const auto count = [&](Outcome outcome) {
        return std::ranges::count(tests, outcome, &TestCase::outcome);
    };
    double seconds = 0;
    for (const TestCase& test : tests)
        seconds += test.seconds;
    return fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\"{} time=\"{:.3f}\"",
        tests.size(),
        count(Outcome::failure),
        count(Outcome::error),
        suite ? fmt::format(" skipped=\"{}\"", count(Outcome::skipped)) : "",
        seconds
    );
}

}  // namespace

std::string junit(const RunRecord& record) {
    std::vector<std::string> scenarios;
    std::vector<TestCase> all;
    for (const CellResult& cell : record.cells) {
        if (std::ranges::find(scenarios, cell.scenario) == scenarios.end()) {
            scenarios.push_back(cell.scenario);
        }
        std::ranges::move(cases_of(record, cell), std::back_inserter(all));
    }
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text += fmt::format("<testsuites name=\"onceproof\" {}>\n", totals(all, false));
    for (const std::string& scenario : scenarios) {
        std::vector<TestCase> tests;
        for (const CellResult& cell : record.cells) {
            if (cell.scenario != scenario) continue;
            std::ranges::move(cases_of(record, cell), std::back_inserter(tests));
        }
        text +=
            fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(scenario), totals(tests, true));
        for (const TestCase& test : tests)
            text += text_of(test);
        text += "  </testsuite>\n";
    }
    return text + "</testsuites>\n";
}

}  // namespace onceproof::reports
