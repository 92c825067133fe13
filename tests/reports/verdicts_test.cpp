#include "reports/verdicts.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

std::string document(const RunRecord& record) {
    return verdicts(record, {"onceproof run scenarios"});
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("verdicts: the commands that made it stand at the top", "[reports]") {
    CHECK(holds(
        document(example_record()),
        "Made by `onceproof run scenarios`, then `onceproof report -o DIR`: 2 scenarios against 3 "
        "strategy forms, 9 of 9 cells."
    ));
}

TEST_CASE("verdicts: strategies stand in the order of the facts", "[reports]") {
    const std::string text = document(example_record());
    const std::size_t first = text.find("### dedup-table");
    const std::size_t second = text.find("### two-level/hardened");
    const std::size_t third = text.find("### redis-key/published");
    CHECK(first < second);
    CHECK(second < third);
    CHECK(third != std::string::npos);
}

TEST_CASE("verdicts: when and where a run was made leaves no trace", "[reports]") {
    RunRecord other = example_record();
    other.started = "2031-01-01T00:00:00Z";
    other.seconds = 99;
    other.jobs = 64;
    other.commit = "ffffff";
    other.arguments = {"run", "-o", "/elsewhere"};
    for (CellResult& cell : other.cells) {
        cell.seconds = 7;
    }
    CHECK(document(other) == document(example_record()));
}

TEST_CASE("verdicts: claims and windows have sections when there are any", "[reports]") {
    RunRecord record = example_record();
    CHECK_FALSE(holds(document(record), "## Claims"));
    CHECK_FALSE(holds(document(record), "## Residual windows"));
    record.cells[1].claim = {
        .number = 4, .text = "it never repeats", .about = true, .guarantees = {"single_effect"}};
    record.cells[1].guarantees[0].window = "Z1";
    record.cells[1].guarantees[0].window_text = "nobody can tell";
    const std::string text = document(record);
    CHECK(holds(
        text,
        "\n### 4. it never repeats\n\n- About lost-reply (`lost-reply`): refuted: `single_effect` "
        "breaks"
    ));
    CHECK(holds(text, "## Residual windows\n"));
    CHECK(holds(text, "\n- **Z1**: nobody can tell.\n"));
}

TEST_CASE("verdicts: an incomplete run says so", "[reports]") {
    RunRecord record = example_record();
    record.interrupted = true;
    CHECK(holds(document(record), "**The run was interrupted; what follows is incomplete.**"));
}

TEST_CASE("verdicts: each scenario is listed with its bound and what it checks", "[reports]") {
    CHECK(holds(
        document(example_record()), "| `lease` | About lease | exhaustive, up to 1 fault | E |\n"
    ));
}

}  // namespace onceproof::reports
