#include "reports/summary.hpp"

#include "tests/reports/example_failures.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "summary: outcome, table, one section per unexpected violation, what stayed open", "[reports]"
) {
    CHECK(summary(example_record()) == R"(## onceproof

Not every expectation is met: 1 unexpected violation, 1 cell where an expected violation was not found, 1 inconclusive cell, 1 cell that could not be run, 1 known violation found again. 9 of 9 cells, 4.2 s.

| scenario | dedup-table | two-level/hardened | redis-key/published |
|---|---|---|---|
| lost-reply | ■ proved | ■ proved, expected violation not found | ✖ violated, as expected |
| lease |  |  |  |
| &emsp;ttl=50ms | ✔ held | ? inconclusive | ✖ violated |
| &emsp;ttl=2s | – n/a | ? error | ✖ violated |

### ✖ lease / redis-key/published: single\_effect

2 effects for key pay-1

2 faults, 9 steps, at ttl=2s; shown at 2 sweep points; expected: safe (scenarios/lease.toml:31).

```
onceproof replay op1-CCCCC
```

### Not decided, or not as expected

- lost-reply / two-level/hardened: single\_effect: the expected violation was not found
- lease / two-level/hardened (ttl=50ms): no\_stuck\_key inconclusive: 5,000,000 states reached
- lease / two-level/hardened (ttl=2s): could not be run: unsupported SQL: LATERAL in \<query\> & more

onceproof 0.1.0 (a41c9e2), root seed 0x9f3c61d2a7e40b15, started 2026-11-30T06:41:07Z
)");
}

TEST_CASE("summary: is never longer than asked for, and says what it left out", "[reports]") {
    RunRecord record = example_record();
    for (int i = 0; i < 2000; ++i) {
        CellResult cell = record.cells[4];
        cell.scenario = "scenario-" + std::to_string(i);
        record.cells.push_back(cell);
    }
    CHECK(summary(record).size() <= step_summary_bytes);
    const std::string text = summary(record, 20'000);
    CHECK(text.size() <= 20'000);
    CHECK(text.find(" parts left out for length") != std::string::npos);
    CHECK(text.ends_with(", started 2026-11-30T06:41:07Z\n"));
}

TEST_CASE("summary: parts of the run that cannot be read are named", "[reports]") {
    RunRecord record = example_record();
    record.unreadable = {"results.ndjson, line 7"};
    CHECK(
        summary(record).find("\n### Not complete\n\n- cannot be read: results.ndjson, line 7\n") !=
        std::string::npos
    );
}

TEST_CASE("summary: says when every expectation is met, and when only so far", "[reports]") {
    RunRecord record;
    record.cells_planned = 1;
    record.cells = {cell_of("s", "a", result_of("single_effect", Verdict::proved))};
    CHECK(summary(record).find("Every expectation is met. ") != std::string::npos);
    record.interrupted = true;
    CHECK(summary(record).find("Every expectation is met so far. ") != std::string::npos);
    CHECK(summary(record).find(", interrupted.\n") != std::string::npos);
}

TEST_CASE("summary: hostile texts stay texts", "[reports]") {
    const std::string text = summary(hostile_record());
    CHECK_FALSE(commands_a_terminal(text));
    CHECK_FALSE(has_markup(text));
}

TEST_CASE("summary: what Markdown would take as its own is escaped", "[reports]") {
    RunRecord record;
    CellResult cell = cell_of("a|b", "x", result_of("g", Verdict::violated));
    cell.guarantees[0].expected = false;
    cell.guarantees[0].text = "row <1>\n| `k`";
    record.cells = {cell};
    const std::string text = summary(record);
    CHECK(text.find("| a\\|b |") != std::string::npos);
    CHECK(text.find("row \\<1\\> \\| \\`k\\`") != std::string::npos);
}

TEST_CASE("summary: recorded failures and the determinism check have their lines", "[reports]") {
    RunRecord record = example_record();
    CHECK(summary(record).find("determinism") == std::string::npos);
    record.cells[0].regress = {
        {.token = "op1-D",
         .note = "",
         .place = "a.toml:3",
         .guarantee = "single_effect",
         .replayed = Replayed::still_fails,
         .text = "2 effects",
         .expected = false}};
    record.determinism.percent = 1;
    record.determinism.cases = 40;
    const std::string text = summary(record);
    CHECK(
        text.find("### ✖ Recorded failures\n\n- lost-reply / dedup-table: single\\_effect: still "
                  "fails: 2 effects (a.toml:3)\n\nregress: 1 recorded failure replayed: 1 still "
                  "failing.\n") != std::string::npos
    );
    CHECK(text.find("\ndeterminism: 40 cases run twice, 0 differences.\n") != std::string::npos);
    record.determinism.differences.resize(1);
    CHECK(summary(record).find("### ✖ Not deterministic\n\n- ") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::reports
