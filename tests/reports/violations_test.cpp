#include "reports/violations.hpp"

#include <fmt/format.h>

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "violations: one per scenario, strategy and guarantee, shown by the smallest case", "[reports]"
) {
    const RunRecord record = example_record();
    const auto violations = distinct_violations(record);
    REQUIRE(violations.size() == 2);
    CHECK(violations[0].scenario == "lost-reply");
    CHECK(violations[0].expected);
    CHECK(violations[0].result->token == "op1-AAAAA");
    CHECK(violations[1].strategy == "redis-key/published");
    CHECK(violations[1].cells.size() == 2);
    CHECK_FALSE(violations[1].expected);
    CHECK(violations[1].result->token == "op1-CCCCC");
}

TEST_CASE(
    "violations: an unexpected case is shown even if an expected one is smaller", "[reports]"
) {
    RunRecord record;
    GuaranteeResult known = result_of("single_effect", Verdict::violated);
    known.token = "op1-KNOWN";
    GuaranteeResult news = known;
    news.expected = false;
    news.token = "op1-NEWS";
    news.steps = 99;
    record.cells = {cell_of("s", "a", known), cell_of("s", "a", news)};
    const auto violations = distinct_violations(record);
    REQUIRE(violations.size() == 1);
    CHECK(violations[0].result->token == "op1-NEWS");
    CHECK_FALSE(violations[0].expected);
}

TEST_CASE("violations: one fingerprint is one failure, in whatever cells it shows", "[reports]") {
    RunRecord record;
    GuaranteeResult result = result_of("single_effect", Verdict::violated);
    result.fingerprint = "a";
    for (int i = 0; i < 1000; ++i) {
        result.steps = 1000 - static_cast<std::size_t>(i);
        record.cells.push_back(cell_of(fmt::format("s{}", i % 8), "a", result));
    }
    const auto violations = distinct_violations(record);
    REQUIRE(violations.size() == 1);
    CHECK(violations[0].scenario == "s7");
    CHECK(violations[0].result->steps == 1);
    CHECK(
        where_text(violations[0]) ==
        "shown in 1000 cells of s0, s1, s2, s3, s4 and 3 more scenarios"
    );
    record.cells[5].guarantees[0].fingerprint = "b";
    CHECK(distinct_violations(record).size() == 2);
}

TEST_CASE("violation_blocks: a residual window is told with its sentence", "[reports]") {
    RunRecord record;
    GuaranteeResult known = result_of("single_effect", Verdict::violated);
    known.window = "Z1";
    known.window_text = "nobody can tell";
    record.cells = {cell_of("s", "a", known)};
    const std::string blocks = violation_blocks(record, {60, false, false}, true);
    CHECK(blocks.find("\n    window Z1: nobody can tell\n") != std::string::npos);
}

TEST_CASE(
    "violation_blocks: unexpected first, each with its sentence and its replay", "[reports]"
) {
    CHECK(
        violation_blocks(example_record(), {60, false, false}, true) ==
        R"(✖ lease / redis-key/published: single_effect violated (2
  faults, 9 steps)
    2 effects for key pay-1
    at ttl=2s; shown at 2 sweep points
    expected: safe (scenarios/lease.toml:31)
    replay: onceproof replay op1-CCCCC
✖ lost-reply / redis-key/published: single_effect violated,
  as expected (1 fault, 12 steps)
    2 effects for key pay-1
    replay: onceproof replay op1-AAAAA
* lost-reply / two-level/hardened: single_effect proved, but
  a violation was expected
    expected: violated (scenarios/lost-reply.toml:20)
? lease / two-level/hardened (ttl=50ms): no_stuck_key
  inconclusive
    5,000,000 states reached
? lease / two-level/hardened (ttl=2s): could not be run
    unsupported SQL: LATERAL in <query> & more
)"
    );
}

TEST_CASE("violation_blocks: expected ones are left out on request", "[reports]") {
    const std::string text = violation_blocks(example_record(), {60, true, false}, false);
    CHECK(text.find("op1-AAAAA") == std::string::npos);
    CHECK(text.find("X lease / redis-key/published: single_effect violated") == 0);
}

TEST_CASE("violation_blocks: a run without anything to say gives no text", "[reports]") {
    RunRecord record;
    record.cells = {cell_of("s", "a", result_of("single_effect", Verdict::proved))};
    CHECK(violation_blocks(record, {}, true).empty());
}

}  // namespace
}  // namespace onceproof::reports
