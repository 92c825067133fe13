#include "reports/matrix_cell.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// A record that knows two guarantees; the first is the graver one.
RunRecord two_guarantees() {
    RunRecord record;
    record.guarantees = {{"single_effect", "E", ""}, {"no_stuck_key", "K", ""}};
    return record;
}

CellResult cell_with(std::vector<GuaranteeResult> results) {
    CellResult cell = cell_of("s", "a", result_of("right_result", Verdict::proved));
    for (GuaranteeResult& result : results) {
        cell.guarantees.push_back(std::move(result));
    }
    return cell;
}

GuaranteeResult broken(const std::string& guarantee, bool expected) {
    GuaranteeResult result = result_of(guarantee, Verdict::violated);
    result.expected = expected;
    return result;
}

std::string text_of(const std::vector<CellResult>& cells) {
    std::vector<const CellResult*> pointers;
    for (const CellResult& cell : cells) {
        pointers.push_back(&cell);
    }
    return matrix_cell(pointers, two_guarantees(), false).text;
}

}  // namespace

TEST_CASE("matrix_cell: the letter is that of the gravest broken guarantee", "[reports]") {
    CHECK(
        text_of({cell_with({broken("no_stuck_key", true), broken("single_effect", true)})}) == "✖E!"
    );
    CHECK(text_of({cell_with({broken("no_stuck_key", true)})}) == "✖K!");
}

TEST_CASE("matrix_cell: an unexpected violation outranks a graver one that is known", "[reports]") {
    CHECK(
        text_of({cell_with({broken("single_effect", true), broken("no_stuck_key", false)})}) == "✖K"
    );
    CHECK(
        text_of(
            {cell_with({broken("single_effect", true)}), cell_with({broken("no_stuck_key", false)})}
        ) == "✖K"
    );
}

TEST_CASE("matrix_cell: what is undecided outranks what is known", "[reports]") {
    const GuaranteeResult open = result_of("no_stuck_key", Verdict::inconclusive);
    CHECK(text_of({cell_with({broken("single_effect", true), open})}) == "?");
    CHECK(text_of({cell_with({broken("single_effect", true)}), cell_with({open})}) == "?");
    CHECK(text_of({cell_with({broken("single_effect", false), open})}) == "✖E");
}

TEST_CASE("matrix_cell: safe points leave the weakest of their verdicts", "[reports]") {
    const CellResult proved = cell_with({});
    CellResult held = proved;
    held.guarantees[0].verdict = Verdict::held;
    CellResult silent = proved;
    silent.guarantees[0].verdict = Verdict::not_applicable;
    CHECK(text_of({proved, held}) == "✔");
    CHECK(text_of({silent, proved}) == "■");
    CHECK(text_of({silent}) == "–");
    CHECK(text_of({}).empty());
}

}  // namespace onceproof::reports
