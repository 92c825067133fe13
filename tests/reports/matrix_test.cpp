#include "reports/matrix.hpp"

#include "reports/violations.hpp"
#include "tests/reports/example_failures.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "matrix: names lead to columns, and a cell is a sign with the broken guarantee", "[reports]"
) {
    CHECK(
        matrix(example_record(), {90, false, false}, MatrixRows::points) ==
        R"( redis-key/published ─────────╮
 two-level/hardened ──────╮   │
 dedup-table ─────────╮   │   │
 lost-reply           ■   ■*  ✖E!
 lease
   ttl=50ms           ✔   ?   ✖E
   ttl=2s             –   ?   ✖E
 ■ proved to a bound  ✔ held  ✖ violated  ! as expected  * expected, not found
 ? inconclusive or error  – does not apply  E single_effect
)"
    );
}

TEST_CASE("matrix: without points a scenario's row is the worst of them", "[reports]") {
    CHECK(
        matrix(example_record(), {90, true, false}, MatrixRows::scenarios) ==
        R"( redis-key/published ---------.
 two-level/hardened ------.   |
 dedup-table ---------.   |   |
 lost-reply           #   #*  XE!
 lease                +   ?   XE
 # proved to a bound  + held  X violated  ! as expected  * expected, not found
 ? inconclusive or error  - does not apply  E single_effect
)"
    );
}

TEST_CASE("matrix: columns beyond the width go into further blocks of like size", "[reports]") {
    RunRecord record;
    for (char name = 'a'; name <= 'f'; ++name) {
        record.cells.push_back(cell_of("row", std::string(1, name), result_of("g", Verdict::held)));
    }
    const std::string text = matrix(record, {40, true, false}, MatrixRows::scenarios);
    CHECK(text.substr(0, text.find(" # proved")) == R"( c -----------------------.
 b -------------------.   |
 a ---------------.   |   |
 row              +   +   +

 f -----------------------.
 e -------------------.   |
 d ---------------.   |   |
 row              +   +   +
)");
}

TEST_CASE("matrix: seventeen strategies in two forms stay within 80 and 110 columns", "[reports]") {
    RunRecord record;
    for (int row = 0; row < 60; ++row) {
        for (int form = 0; form < 34; ++form) {
            GuaranteeResult result = result_of("single_effect", Verdict::violated);
            if ((row + form) % 3 > 0) result.verdict = Verdict::proved;
            record.cells.push_back(cell_of(
                "a-failure-mode-" + std::to_string(row),
                "some-strategy-" + std::to_string(form / 2) +
                    (form % 2 == 0 ? "/published" : "/hardened"),
                result
            ));
        }
    }
    record.guarantees = {{"single_effect", "E", ""}};
    for (const std::size_t width : {80U, 110U}) {
        std::string text = matrix(record, {width, false, false}, MatrixRows::scenarios);
        std::size_t lines = 0;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            CHECK(columns_of(std::string_view(text).substr(0, end)) <= width);
            text.erase(0, end + 1);
            ++lines;
        }
        // 60 rows in each block, 34 names, two of the legend, and a blank line between blocks.
        const std::size_t blocks = width == 80 ? 3 : 2;
        CHECK(lines == blocks * 60 + 34 + 2 + (blocks - 1));
    }
}

TEST_CASE("matrix: of many rows those with nothing to look at are counted", "[reports]") {
    RunRecord record;
    for (int row = 0; row < 30; ++row) {
        record.cells.push_back(cell_of(
            "row-" + std::to_string(row),
            "a",
            result_of("g", row == 7 ? Verdict::violated : Verdict::proved)
        ));
    }
    const std::string folded = matrix(record, {80, false, false}, MatrixRows::scenarios);
    CHECK(folded.starts_with(
        " a ───────────────╮\n row-7            ✖!\n … and 29 more, all ■, ✔ or –\n"
    ));
    CHECK(
        matrix(record, {80, false, false}, MatrixRows::points).find("row-29") != std::string::npos
    );
    record.cells.resize(20);
    CHECK(
        matrix(record, {80, false, false}, MatrixRows::scenarios).find("row-19") !=
        std::string::npos
    );
}

TEST_CASE("matrix: colour is put around the cells and changes nothing else", "[reports]") {
    const auto rows = MatrixRows::points;
    const std::string coloured = matrix(example_record(), {90, false, true}, rows);
    CHECK(coloured.find("\x1b[31m✖E\x1b[0m") != std::string::npos);
    CHECK(coloured.find("\x1b[33m✖E!\x1b[0m") != std::string::npos);
    std::string stripped = coloured;
    for (std::size_t at = stripped.find('\x1b'); at != std::string::npos;
         at = stripped.find('\x1b')) {
        stripped.erase(at, stripped.find('m', at) + 1 - at);
    }
    CHECK(stripped == matrix(example_record(), {90, false, false}, rows));
}

TEST_CASE("matrix: a long scenario name is wrapped, not cut", "[reports]") {
    RunRecord record;
    record.cells.push_back(
        cell_of("the commit outcome is unknown to the service", "a", result_of("g", Verdict::held))
    );
    const std::string text = matrix(record, {40, false, false}, MatrixRows::scenarios);
    CHECK(
        text.substr(0, text.find(" ■")) ==
        " a ───────────────────╮\n"
        " the commit outcome\n"
        " is unknown to the\n"
        " service              ✔\n"
    );
}

TEST_CASE("matrix: hostile names command no terminal", "[reports]") {
    const RunRecord record = hostile_record();
    for (const MatrixRows rows : {MatrixRows::scenarios, MatrixRows::points}) {
        CHECK_FALSE(commands_a_terminal(matrix(record, {.width = 100}, rows)));
    }
    CHECK_FALSE(commands_a_terminal(headline(record, {})));
    CHECK_FALSE(commands_a_terminal(violation_blocks(record, {}, true)));
}

TEST_CASE("matrix: without cells it says so", "[reports]") {
    CHECK(matrix({}, {}, MatrixRows::points) == " no cell was run\n");
}

TEST_CASE("headline: names version, seed and size of the run", "[reports]") {
    CHECK(
        headline(example_record(), {}) ==
        "onceproof 0.1.0 (a41c9e2)  root seed 0x9f3c61d2a7e40b15  2 scenarios × 3 strategies\n"
    );
}

}  // namespace
}  // namespace onceproof::reports
