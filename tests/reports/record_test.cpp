#include "reports/record.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

CellResult cell_with(std::vector<Verdict> verdicts) {
    CellResult cell;
    for (const Verdict verdict : verdicts) {
        cell.guarantees.emplace_back();
        cell.guarantees.back().verdict = verdict;
    }
    return cell;
}

TEST_CASE("word_of: names each verdict", "[reports]") {
    CHECK(word_of(Verdict::proved) == "proved");
    CHECK(word_of(Verdict::held) == "held");
    CHECK(word_of(Verdict::violated) == "violated");
    CHECK(word_of(Verdict::inconclusive) == "inconclusive");
    CHECK(word_of(Verdict::not_applicable) == "-");
}

TEST_CASE(
    "CellResult: the worst guarantee decides; what does not apply counts least", "[reports]"
) {
    using enum Verdict;
    CHECK(cell_with({proved, held, inconclusive, violated}).verdict() == violated);
    CHECK(cell_with({proved, inconclusive, held}).verdict() == inconclusive);
    CHECK(cell_with({proved, held, proved}).verdict() == held);
    CHECK(cell_with({not_applicable, proved}).verdict() == proved);
    CHECK(cell_with({not_applicable}).verdict() == not_applicable);
    CHECK(cell_with({}).verdict() == not_applicable);
}

TEST_CASE("CellResult: a cell that could not be run is inconclusive at best", "[reports]") {
    CellResult cell = cell_with({Verdict::proved});
    cell.error = "unsupported";
    CHECK(cell.verdict() == Verdict::inconclusive);
    cell.guarantees[0].verdict = Verdict::violated;
    CHECK(cell.verdict() == Verdict::violated);
}

}  // namespace
}  // namespace onceproof::reports
