#include "reports/matrix.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE(
    "matrix: rows are scenarios and their sweep points, with signs, words and marks", "[reports]"
) {
    CHECK(
        matrix(example_record(), {90, false, false}) ==
        R"(                   dedup-table  redis-key    two-level
                                /published   /hardened
 lost-reply        ■ proved     ✖ violated!  ■ proved*
 lease
   ttl=50ms        ✔ held       ✖ violated   ? inconclusive
   ttl=2s          – n/a        ✖ violated   ? error
 ■ proved to a bound  ✔ held  ✖ violated  ! as expected  * expected, not found
 ? inconclusive or error  – does not apply
)"
    );
}

TEST_CASE("matrix: columns beyond the width go into a further block, in ASCII too", "[reports]") {
    CHECK(
        matrix(example_record(), {46, true, false}) == R"(                   dedup-table  redis-key
                                /published
 lost-reply        # proved     X violated!
 lease
   ttl=50ms        + held       X violated
   ttl=2s          - n/a        X violated

                   two-level
                   /hardened
 lost-reply        # proved*
 lease
   ttl=50ms        ? inconclusive
   ttl=2s          ? error
 # proved to a bound  + held  X violated
 ! as expected  * expected, not found
 ? inconclusive or error  - does not apply
)"
    );
}

TEST_CASE("matrix: colour is put around the words and changes nothing else", "[reports]") {
    const std::string coloured = matrix(example_record(), {90, false, true});
    CHECK(coloured.find("\x1b[31m✖ violated\x1b[0m") != std::string::npos);
    CHECK(coloured.find("\x1b[33m✖ violated!\x1b[0m") != std::string::npos);
    std::string stripped = coloured;
    for (std::size_t at = stripped.find('\x1b'); at != std::string::npos;
         at = stripped.find('\x1b')) {
        stripped.erase(at, stripped.find('m', at) + 1 - at);
    }
    CHECK(stripped == matrix(example_record(), {90, false, false}));
}

TEST_CASE("matrix: a long scenario name is wrapped, not cut", "[reports]") {
    RunRecord record;
    record.cells.push_back(
        cell_of("the commit outcome is unknown to the service", "a", result_of("g", Verdict::held))
    );
    const std::string text = matrix(record, {40, false, false});
    CHECK(
        text.substr(0, text.find(" ■")) ==
        "                       a\n"
        " the commit outcome\n"
        " is unknown to the\n"
        " service               ✔ held\n"
    );
}

TEST_CASE("matrix: without cells it says so", "[reports]") {
    CHECK(matrix({}, {}) == " no cell was run\n");
}

TEST_CASE("headline: names version, seed and size of the run", "[reports]") {
    CHECK(
        headline(example_record(), {}) ==
        "onceproof 0.1.0 (a41c9e2)  root seed 0x9f3c61d2a7e40b15  2 scenarios × 3 strategies, "
        "9 of 9 cells\n"
    );
}

}  // namespace
}  // namespace onceproof::reports
