#include "reports/claims.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

/// A cell of the scenario "s" that a claim of single_effect is about.
CellResult claimed(const std::string& strategy, const std::string& effect, Verdict verdict) {
    CellResult cell = cell_of("s", strategy, result_of("single_effect", verdict));
    cell.point = {{"workload.effect", effect}};
    cell.claim = {
        .number = 2, .text = "it is enough", .about = true, .guarantees = {"single_effect"}};
    if (verdict == Verdict::violated) {
        cell.guarantees[0].text = "2 effects";
        cell.guarantees[0].token = "op1-A";
        cell.guarantees[0].faults = 1;
        cell.guarantees[0].steps = 9;
    }
    // Broken, but not promised.
    cell.guarantees.push_back(result_of("no_foreign_error", Verdict::violated));
    return cell;
}

std::string answer_of(std::vector<CellResult> cells) {
    RunRecord record;
    record.cells = std::move(cells);
    const auto answers = claim_answers(record);
    REQUIRE(answers.size() == 1);
    return answers[0].answer;
}

}  // namespace

TEST_CASE(
    "claims: proved at every point holds within the bound, and only what is promised counts",
    "[reports]"
) {
    CHECK(
        answer_of(
            {claimed("a", "external", Verdict::proved), claimed("b", "external", Verdict::proved)}
        ) ==
        "holds within the bound: `single_effect` proved with up to 1 fault, 200 states, for `a` "
        "and `b`."
    );
}

TEST_CASE("claims: broken at every point is refuted, with the smallest history", "[reports]") {
    CellResult longer = claimed("b", "external", Verdict::violated);
    longer.guarantees[0].steps = 10;
    longer.guarantees[0].token = "op1-B";
    CellResult other = claimed("c", "external", Verdict::proved);
    other.claim.about = false;
    CHECK(
        answer_of({longer, claimed("a", "external", Verdict::violated), other}) ==
        "refuted: `single_effect` breaks for `a` at `effect=external` with 1 fault in 9 steps: 2 "
        "effects (`onceproof replay op1-A`). Kept here by `c`."
    );
}

TEST_CASE("claims: what sets the safe points apart is the condition", "[reports]") {
    const CellResult external = claimed("a", "external", Verdict::violated);
    const CellResult inside = claimed("a", "in-transaction", Verdict::proved);
    CHECK(answer_of({external, inside})
              .starts_with("holds only if `effect` is `in-transaction` (proved with up to 1 fault, "
                           "100 states); otherwise `single_effect` breaks for `a`"));
    CHECK(answer_of({external, claimed("b", "external", Verdict::proved)})
              .starts_with("holds only for `b` (proved"));
    CHECK(answer_of({external,
                     inside,
                     claimed("b", "external", Verdict::proved),
                     claimed("b", "in-transaction", Verdict::violated)})
              .starts_with("holds only for `a` at `effect=in-transaction` and `b` at "
                           "`effect=external` (proved"));
}

TEST_CASE("claims: random walks hold, they do not prove", "[reports]") {
    CellResult held = claimed("a", "external", Verdict::held);
    held.cases = 900;
    CHECK(
        answer_of({held}).find("held in 900 random cases with up to 1 fault") != std::string::npos
    );
}

TEST_CASE("claims: what is inconclusive decides nothing", "[reports]") {
    const CellResult open = claimed("a", "external", Verdict::inconclusive);
    CHECK(answer_of({open}) == "not decided: 1 cell inconclusive.");
    CHECK(answer_of({open, claimed("b", "external", Verdict::violated)})
              .ends_with(" 1 cell inconclusive."));
    CHECK(
        answer_of({claimed("a", "external", Verdict::not_applicable)}) ==
        "not answered: no cell of the scenario puts it to the test."
    );
}

TEST_CASE("claims: they stand by number, those without one last", "[reports]") {
    RunRecord record;
    for (const std::size_t number : {0U, 5U, 2U}) {
        CellResult cell = claimed("a", "external", Verdict::proved);
        cell.scenario = std::string("s").append(std::to_string(number));
        cell.claim.number = number;
        record.cells.push_back(cell);
    }
    record.cells.push_back(cell_of("no-claim", "a", result_of("g", Verdict::proved)));
    const auto answers = claim_answers(record);
    REQUIRE(answers.size() == 3);
    CHECK(answers[0].scenario == "s2");
    CHECK(answers[1].scenario == "s5");
    CHECK(answers[2].scenario == "s0");
}

}  // namespace onceproof::reports
