#include "harness/judge.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using reports::Verdict;

reports::GuaranteeResult judged(const SearchEnd& end) {
    reports::GuaranteeResult result;
    judge_unbroken(end, result);
    return result;
}

TEST_CASE("judge: what was searched whole is proved by states and held by cases", "[harness]") {
    CHECK(judged({}).verdict == Verdict::proved);
    CHECK(judged({.proves = false}).verdict == Verdict::held);
}

TEST_CASE("judge: a limit counts more than a gap, and says so", "[harness]") {
    const Coverage gap{.applies = true, .idle = "stall never struck"};
    CHECK(judged({.coverage = gap}).verdict == Verdict::inconclusive);
    CHECK(judged({.coverage = gap}).text == "vacuous: stall never struck");
    CHECK(judged({.cut = "a limit", .coverage = gap}).text == "a limit");
    CHECK(judged({.coverage = {.applies = false, .idle = ""}}).verdict == Verdict::not_applicable);
}

TEST_CASE("judge: what is open contradicts no expectation", "[harness]") {
    for (const bool violation : {false, true}) {
        CHECK(is_as_expected(Verdict::inconclusive, violation, {}));
        CHECK(is_as_expected(Verdict::not_applicable, violation, {}));
        CHECK(is_as_expected(Verdict::violated, violation, {}) == violation);
        CHECK(is_as_expected(Verdict::held, violation, {}) != violation);
    }
    CHECK_FALSE(is_as_expected(Verdict::not_applicable, true, {.applies = false, .idle = ""}));
}

TEST_CASE("judge: a rate has the interval of its counts, and a note both parts", "[harness]") {
    const reports::Rate rate = rate_of(0, 100);
    CHECK(rate.cases == 100);
    CHECK(rate.low == 0);
    CHECK(rate.high > 0.01);
    CHECK(rate.high < 0.05);
    CHECK(note_of("a", "b") == "a; b");
    CHECK(note_of("a", "") == "a");
    CHECK(note_of("", "b") == "b");
}

}  // namespace
}  // namespace onceproof::harness
