#include "reports/regress.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

RegressResult replayed(Replayed how, bool expected, const std::string& text) {
    return {
        .token = "op1-DDDDD",
        .note = "found in spring",
        .place = "scenarios/lease.toml:40",
        .guarantee = "single_effect",
        .replayed = how,
        .text = text,
        .expected = expected};
}

RunRecord record_with(const std::vector<RegressResult>& results) {
    RunRecord record = example_record();
    record.cells.front().regress = results;
    return record;
}

const RegressResult fixed = replayed(Replayed::fixed, true, "");
const RegressResult known = replayed(Replayed::still_fails, true, "2 effects");
const RegressResult failing = replayed(Replayed::still_fails, false, "2 effects");
const RegressResult lost =
    replayed(Replayed::diverged, false, "diverged at step 7: recorded x, enabled {y}");

TEST_CASE("regress text: the line counts what became of recorded failures", "[reports]") {
    CHECK(regress_line(example_record()).empty());
    CHECK(regress_line(record_with({fixed})) == "regress: 1 recorded failure replayed: 1 fixed");
    CHECK(
        regress_line(record_with({fixed, known, failing, lost, fixed})) ==
        "regress: 5 recorded failures replayed: 2 fixed, 1 still failing, as expected, 1 still "
        "failing, 1 diverged"
    );
}

TEST_CASE(
    "regress text: what is not as it is to be is told in full, the rest on demand", "[reports]"
) {
    const TextStyle style{.width = 110, .ascii = true};
    CHECK(regress_blocks(record_with({fixed, known}), style, false).empty());
    CHECK(
        regress_blocks(record_with({fixed, failing, lost}), style, false) ==
        "X lost-reply / dedup-table: recorded failure of single_effect: still fails\n"
        "    2 effects\n"
        "    scenarios/lease.toml:40: found in spring\n"
        "    replay: onceproof replay op1-DDDDD\n"
        "? lost-reply / dedup-table: recorded failure of single_effect: diverged\n"
        "    diverged at step 7: recorded x, enabled {y}\n"
        "    scenarios/lease.toml:40: found in spring\n"
        "    replay: onceproof replay op1-DDDDD\n"
    );
    CHECK(
        regress_blocks(record_with({known, fixed}), style, true) ==
        "X lost-reply / dedup-table: recorded failure of single_effect: still fails, as expected\n"
        "    2 effects\n"
        "    scenarios/lease.toml:40: found in spring\n"
        "    replay: onceproof replay op1-DDDDD\n"
        "+ lost-reply / dedup-table: recorded failure of single_effect: fixed\n"
        "    scenarios/lease.toml:40: found in spring\n"
        "    replay: onceproof replay op1-DDDDD\n"
    );
}

TEST_CASE("regress text: one that diverged is known of the whole run", "[reports]") {
    CHECK_FALSE(any_diverged(record_with({fixed, failing})));
    CHECK(any_diverged(record_with({fixed, lost})));
}

}  // namespace
}  // namespace onceproof::reports
