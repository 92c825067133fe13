#include "reports/determinism.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

const DeterminismDifference difference{
    .scenario = "lost-reply",
    .strategy = "redis-key/published",
    .point = {{"strategy.redis-key.ttl", "50ms"}},
    .name = "walk 17",
    .step = 5,
    .decision = "h1.1:kv.set",
    .what = "what happened",
    .here = "h1.1 -> redis: set lock a",
    .again = "",
    .behind = 3};

TEST_CASE("determinism text: the line says how many ran twice, and what went wrong", "[reports]") {
    CHECK(determinism_line({}).empty());
    Determinism result{.percent = 1, .cases = 943, .differences = {}, .trouble = ""};
    CHECK(determinism_line(result) == "determinism: 943 cases run twice, 0 differences");
    result.differences = {difference};
    result.trouble = "the second process gave no answer";
    CHECK(
        determinism_line(result) ==
        "determinism: 943 cases run twice, 1 difference; not all were compared: the second process "
        "gave no answer"
    );
}

TEST_CASE(
    "determinism text: a difference names the step, both versions and the code", "[reports]"
) {
    const Determinism result{.percent = 1, .cases = 1, .differences = {difference}, .trouble = ""};
    CHECK(
        determinism_blocks(result, {.width = 110, .ascii = true}) ==
        "X not deterministic: lost-reply / redis-key/published (ttl=50ms), walk 17: step 5 "
        "(h1.1:kv.set) differs,\n    what happened\n"
        "    first: h1.1 -> redis: set lock a\n"
        "    again: (nothing)\n"
        "    the code of h1.1 ran last behind step 3\n"
        "    hint: a strategy takes the time from env.clock, identities from env.ids, and keeps "
        "all else in the\n"
        "           stores; no clock, random number, environment, address or static of its own\n"
    );
    DeterminismDifference first_step = difference;
    first_step.behind = 0;
    CHECK(details_of(first_step).back() == "the code of h1.1 had not taken a step before");
    CHECK(determinism_blocks({}, {}).empty());
}

}  // namespace
}  // namespace onceproof::reports
