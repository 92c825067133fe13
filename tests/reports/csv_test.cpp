#include "reports/csv.hpp"

#include <algorithm>

#include "tests/reports/example_failures.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// The fields of every line, read as RFC 4180 says.
std::vector<std::vector<std::string>> fields_of(const std::string& text) {
    std::vector<std::vector<std::string>> lines{{""}};
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string& field = lines.back().back();
        if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            field += text[i++];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == ',' && !quoted) {
            lines.back().emplace_back();
        } else if (text[i] == '\n' && !quoted) {
            lines.push_back({""});
        } else {
            field += text[i];
        }
    }
    lines.pop_back();
    return lines;
}

TEST_CASE("csv: the example run gives this file", "[reports]") {
    check_golden("results.csv", csv(example_failures()));
}

TEST_CASE("csv: every line has as many fields as the head, whatever they hold", "[reports]") {
    RunRecord record = hostile_record();
    record.cells[0].guarantees[0].rate = Rate{10, 1, 0.01, 0.4};
    for (const auto& lines : {fields_of(csv(record)), fields_of(csv(example_failures()))}) {
        for (const auto& line : lines)
            CHECK(line.size() == lines.front().size());
    }
}

TEST_CASE("csv: a text is no formula and commands no terminal", "[reports]") {
    const std::string text = csv(hostile_record());
    CHECK_FALSE(commands_a_terminal(text));
    const auto lines = fields_of(text);
    REQUIRE(lines.size() == 3);
    CHECK(lines[1][1].starts_with("'=<script>"));
}

}  // namespace
}  // namespace onceproof::reports
