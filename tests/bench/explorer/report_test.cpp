#include "bench/explorer/report.hpp"

#include <algorithm>

#include "tests/bench/program.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using Catch::Matchers::Contains;

namespace {

constexpr Effort short_effort{.runs = 1, .seconds_max = 10, .seconds_random = 0.001};

Subject subject(std::size_t form, std::size_t variant) {
    return {
        .form = all_forms.at(form), .variant = all_variants.at(variant), .size = all_sizes.front()};
}

}  // namespace

TEST_CASE("measure: what has no meaning for a form or variant is left out", "[bench]") {
    const Measures safe = measure(subject(0, 2), short_effort);
    CHECK(safe.states == 445U);
    CHECK(safe.transitions == 1'152U);
    CHECK(safe.states_ratio == 1.0);
    CHECK(safe.transitions_per_second.has_value());
    CHECK(safe.executions_per_second.has_value());
    CHECK_FALSE(safe.seconds_to_violation.has_value());
    CHECK_FALSE(safe.seconds_to_violation_random.has_value());
    const Measures broken = measure(subject(1, 3), short_effort);
    CHECK(broken.states == 525U);
    CHECK(broken.seconds_to_violation.has_value());
    CHECK(broken.seconds_to_violation_random.has_value());
    const Measures by_hand = measure(subject(3, 0), short_effort);
    CHECK(by_hand.states == 711U);
    CHECK_FALSE(by_hand.seconds_to_violation.has_value());
    CHECK_FALSE(by_hand.executions_per_second.has_value());
}

TEST_CASE("measure: a search that takes too long is given up", "[bench]") {
    Subject large = subject(1, 0);
    large.size = all_sizes.back();
    const Measures measures =
        measure(large, {.runs = 1, .seconds_max = 0.01, .seconds_random = 0.001});
    CHECK_FALSE(measures.states.has_value());
    CHECK_FALSE(measures.seconds_to_exhaust.has_value());
}

TEST_CASE("measure: the median is the middle one", "[bench]") {
    CHECK(median({3.0, 1.0, 2.0}) == 2.0);
    CHECK(median({4.0}) == 4.0);
}

TEST_CASE("report: wrong counts and too large worlds are told from right ones", "[bench]") {
    Measures measures;
    measures.states = 445;
    measures.transitions = 1'152;
    CHECK(counts_as_known(subject(0, 2), measures));
    measures.transitions = 1'151;
    CHECK_FALSE(counts_as_known(subject(0, 2), measures));
    measures.states = 1'112;
    CHECK(counts_as_known(subject(1, 2), measures));
    measures.states = 1'113;
    CHECK_FALSE(counts_as_known(subject(1, 2), measures));
    CHECK(counts_as_known(subject(2, 2), measures));
}

TEST_CASE("report: with symmetry it is the merged states that have to be right", "[bench]") {
    Measures measures;
    measures.states = 252;
    measures.transitions = 1;
    Subject merged = subject(0, 2);
    merged.symmetry = all_symmetries.back();
    CHECK(counts_as_known(merged, measures));
    measures.states = 445;
    CHECK_FALSE(counts_as_known(merged, measures));
    merged.form = all_forms.at(1);
    CHECK(counts_as_known(merged, measures));
    measures.states = 631;
    CHECK_FALSE(counts_as_known(merged, measures));
}

TEST_CASE("explorer_bench: --tsv prints the documented columns and the exact counts", "[bench]") {
    const bench::Ended ended = bench::run_program(
        {"--tsv", "--size", "S1", "--runs", "1", "--random", "0.001", "--limit", "10"}
    );
    CHECK(ended.status == 0);
    CHECK(ended.errors.empty());
    CHECK(ended.output.starts_with("form\tvariant\tsize\tsymmetry\tthreads\tmeasure\tvalue\truns\n")
    );
    for (const char* form : {"litmus", "hand-written"}) {
        const std::string name = form;
        CHECK_THAT(ended.output, Contains(name + "\tA\tS1\toff\t1\tstates\t711\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tA\tS1\ton\t1\tstates\t398\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tB\tS1\toff\t1\tstates\t147\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tB\tS1\ton\t1\tstates\t89\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tC\tS1\toff\t1\tstates\t445\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tC\tS1\ton\t1\tstates\t252\t1\n"));
        CHECK_THAT(ended.output, Contains(name + "\tD\tS1\toff\t1\ttransitions\t1302\t1\n"));
    }
    CHECK_THAT(ended.output, Contains("world\tC\tS1\toff\t1\tstates\t474\t1\n"));
    CHECK_THAT(ended.output, Contains("service\tD\tS1\toff\t1\tseconds_to_violation\t"));
    CHECK_THAT(ended.output, Contains("world\tB\tS1\toff\t1\texecutions_per_second\t"));
}

TEST_CASE("explorer_bench: for people it prints one row per subject", "[bench]") {
    const bench::Ended ended = bench::run_program(
        {"--size", "S1", "--variant", "C", "--form", "litmus", "--random", "0.001"}
    );
    CHECK(ended.status == 0);
    const std::string row = "litmus       C       S1   ";
    CHECK_THAT(ended.output, Contains(row + "off             1       445        1152   1.00"));
    CHECK_THAT(ended.output, Contains(row + "off             2       445        1152   1.00"));
    CHECK_THAT(ended.output, Contains(row + "on              1       252         638   0.57"));
    CHECK(std::count(ended.output.begin(), ended.output.end(), '\n') == 5);
}

TEST_CASE("explorer_bench: an unknown size is refused", "[bench]") {
    CHECK(bench::run_program({"--size", "S9"}).status != 0);
}
