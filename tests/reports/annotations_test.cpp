#include "reports/annotations.hpp"

#include <algorithm>

#include "tests/reports/example_failures.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("annotations: an unexpected failure marks the line that it contradicts", "[reports]") {
    CHECK(
        annotations(example_failures()) ==
        "::error file=scenarios/lease.toml,line=31,title=redis-key/published breaks single_effect "
        "in lease::2 effects for key pay-1 - onceproof replay op1-CCCCC\n"
    );
}

TEST_CASE("annotations: ten at most, the rest counted", "[reports]") {
    RunRecord record;
    const auto add = [&](int number) {
        GuaranteeResult result = result_of("g", Verdict::violated);
        result.expected = false;
        result.fingerprint = "f" + std::to_string(number);
        record.cells.push_back(cell_of("s", "a", result));
    };
    for (int i = 0; i < 10; ++i)
        add(i);
    CHECK(annotations(record).find("::notice") == std::string::npos);
    add(10);
    add(11);
    const std::string text = annotations(record);
    CHECK(std::ranges::count(text, '\n') == 11);
    CHECK(text.ends_with("::notice title=onceproof::2 more failures in the summary\n"));
}

TEST_CASE("annotations: no text ends a command or begins another", "[reports]") {
    const std::string text = annotations(hostile_record());
    CHECK(std::ranges::count(text, '\n') == 1);
    CHECK_FALSE(commands_a_terminal(text));
    CHECK(text.find("%250A%3A%3Aerror") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::reports
