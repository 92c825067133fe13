#include "reports/compare.hpp"

#include <fmt/format.h>

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

RunRecord run_with(const std::vector<Verdict>& verdicts) {
    RunRecord record;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        record.cells.push_back(cell_of(fmt::format("s{}", i), "a", result_of("g", verdicts[i])));
    }
    return record;
}

TEST_CASE("compare: what broke, what is fixed, what still breaks", "[reports]") {
    using enum Verdict;
    const RunRecord base = run_with({proved, violated, violated, held, proved, inconclusive});
    const RunRecord now = run_with({violated, held, violated, held, inconclusive, inconclusive});
    const Comparison comparison = compare(base, now);
    REQUIRE(comparison.appeared.size() == 1);
    CHECK(comparison.appeared[0].cell->scenario == "s0");
    CHECK(comparison.appeared[0].base->verdict == proved);
    REQUIRE(comparison.fixed.size() == 1);
    CHECK(comparison.fixed[0].cell->scenario == "s1");
    REQUIRE(comparison.still.size() == 1);
    CHECK(comparison.still[0].cell->scenario == "s2");
    REQUIRE(comparison.undecided.size() == 1);
    CHECK(comparison.undecided[0].cell->scenario == "s4");
    REQUIRE(comparison.strategies.size() == 1);
    const StrategyChange& change = comparison.strategies[0];
    CHECK(change.scenarios == 6);
    CHECK(change.survived == 2);
    CHECK(change.appeared == 1);
    CHECK(change.fixed == 1);
    CHECK(change.still == 1);
}

TEST_CASE("compare: a run with itself has nothing new", "[reports]") {
    const RunRecord record = example_record();
    const Comparison comparison = compare(record, record);
    CHECK(comparison.appeared.empty());
    CHECK(comparison.fixed.empty());
    CHECK(comparison.still.size() == 3);
    CHECK(comparison.only_base == 0);
    CHECK(comparison.only_now == 0);
}

TEST_CASE("compare: sweep points are cells of their own, and cells may be new", "[reports]") {
    RunRecord base = run_with({Verdict::proved});
    RunRecord now = run_with({Verdict::proved, Verdict::violated});
    now.cells[0].point = {{"a.ttl", "1s"}};
    const Comparison comparison = compare(base, now);
    CHECK(comparison.only_base == 1);
    CHECK(comparison.only_now == 2);
    REQUIRE(comparison.appeared.size() == 1);
    CHECK(comparison.appeared[0].base == nullptr);
}

}  // namespace
}  // namespace onceproof::reports
