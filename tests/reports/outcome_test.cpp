#include "reports/outcome.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

RunRecord record_with(Verdict verdict, bool expected) {
    RunRecord record;
    record.cells_planned = 1;
    record.seconds = 0.25;
    record.cells.resize(1);
    record.cells[0].guarantees.resize(1);
    record.cells[0].guarantees[0].verdict = verdict;
    record.cells[0].guarantees[0].expected = expected;
    return record;
}

TEST_CASE("outcome: a run as expected says so, with the counts that are not 0", "[reports]") {
    CHECK(
        outcome(record_with(Verdict::proved, true)) ==
        "Every expectation is met. 1 of 1 cells, 0.2 s."
    );
    CHECK(
        outcome(record_with(Verdict::violated, true)) ==
        "Every expectation is met: 1 known violation found again. 1 of 1 cells, 0.2 s."
    );
}

TEST_CASE("outcome: an unexpected violation is counted apart from a known one", "[reports]") {
    CHECK(
        outcome(record_with(Verdict::violated, false)) ==
        "Not every expectation is met: 1 unexpected violation. 1 of 1 cells, 0.2 s."
    );
}

TEST_CASE("outcome: what is not deterministic, or diverged, is not as expected", "[reports]") {
    RunRecord record = record_with(Verdict::proved, true);
    record.determinism.percent = 1;
    CHECK(outcome(record).starts_with("Every expectation is met. "));
    record.determinism.differences.resize(1);
    record.cells[0].regress.resize(2);
    record.cells[0].regress[1].replayed = Replayed::diverged;
    CHECK(outcome(record).starts_with(
        "Not every expectation is met: 1 cell that is not deterministic, 1 recorded failure that "
        "diverged. "
    ));
    record.determinism.differences.resize(2);
    record.determinism.differences[1].strategy = "other";
    CHECK(outcome(record).find(": 2 cells that are not deterministic, ") != std::string::npos);
    record = record_with(Verdict::proved, true);
    record.determinism.trouble = "it gave no answer";
    CHECK(outcome(record).starts_with(
        "Not every expectation is met: determinism not checked to the end. "
    ));
}

TEST_CASE("outcome: an interrupted run speaks of what it has so far", "[reports]") {
    RunRecord record = record_with(Verdict::proved, true);
    record.cells_planned = 2;
    record.interrupted = true;
    CHECK(outcome(record).starts_with("Every expectation is met so far. "));
    CHECK(outcome(record).ends_with(" 1 of 2 cells, 0.2 s, interrupted."));
}

TEST_CASE("outcome: only a complete run without surprises meets expectations", "[reports]") {
    RunRecord record;
    record.cells_planned = 1;
    CHECK_FALSE(meets_expectations(record));
    record.cells.push_back(cell_of("s", "x", result_of("single_effect", Verdict::proved)));
    CHECK(meets_expectations(record));
    record.interrupted = true;
    CHECK_FALSE(meets_expectations(record));
    CHECK_FALSE(meets_expectations(example_record()));
}

}  // namespace
}  // namespace onceproof::reports
