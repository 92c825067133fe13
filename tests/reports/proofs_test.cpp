#include "reports/proofs.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

CellResult cell(Verdict verdict) {
    CellResult result;
    result.scenario = "lost-reply";
    result.strategy = "dedup-table/hardened";
    result.point = {{"workload.effect", "external"}};
    result.fault_budget = 2;
    result.states = 89;
    result.cases = 500;
    result.guarantees.resize(1);
    result.guarantees[0].guarantee = "single_effect";
    result.guarantees[0].verdict = verdict;
    return result;
}

RunRecord record_of(std::vector<CellResult> cells) {
    RunRecord record;
    record.cells = std::move(cells);
    return record;
}

TEST_CASE("proof lines: a proved cell tells its bound and its states", "[reports]") {
    CHECK(
        proof_lines(record_of({cell(Verdict::proved)}), {.ascii = true}) ==
        "# lost-reply / dedup-table/hardened (effect=external): proved, every run with up to "
        "2 faults keeps all guarantees (89 states)\n"
    );
}

TEST_CASE("proof lines: a cell that held tells how many cases", "[reports]") {
    CHECK(
        proof_lines(record_of({cell(Verdict::held)}), {.ascii = true}) ==
        "+ lost-reply / dedup-table/hardened (effect=external): held in 500 random cases with up "
        "to 2 faults\n"
    );
}

TEST_CASE("proof lines: a cell that held tells what else there is to say", "[reports]") {
    CellResult noted = cell(Verdict::held);
    noted.note = "each case counts";
    CHECK(
        proof_lines(record_of({noted}), {.ascii = true}) ==
        "+ lost-reply / dedup-table/hardened (effect=external): held in 500 random cases with up "
        "to 2 faults; each case counts\n"
    );
}

TEST_CASE("proof lines: violated, inconclusive and failed cells have none", "[reports]") {
    CellResult failed = cell(Verdict::proved);
    failed.error = "unsupported";
    CHECK(proof_lines(
              record_of({cell(Verdict::violated), cell(Verdict::inconclusive), failed}),
              {.ascii = true}
    )
              .empty());
}

}  // namespace
}  // namespace onceproof::reports
