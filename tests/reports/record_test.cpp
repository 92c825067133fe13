#include "reports/record.hpp"

#include "reports/annotations.hpp"
#include "reports/failure_files.hpp"
#include "reports/junit.hpp"
#include "reports/plain_matrix.hpp"
#include "reports/sarif.hpp"
#include "reports/summary.hpp"
#include "reports/verdicts.hpp"
#include "tests/reports/example_failures.hpp"
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

TEST_CASE("replay: what is stored names the program that knows the strategies", "[reports]") {
    RunRecord record = example_failures();
    record.executable = "'my checks/build/run-it'";
    CHECK(record.replay("op1-A") == "'my checks/build/run-it' replay op1-A");
    std::vector<std::string> documents{
        annotations(record),
        junit(record),
        sarif(record),
        summary(record),
        verdicts(record, {"it"})};
    std::size_t files = 0;
    for (const FileContent& file : failure_files(record)) {
        const std::string name = file.file.filename().string();
        if (name != "README.md" && name != "explain.txt") continue;
        documents.push_back(file.content);
        ++files;
    }
    REQUIRE(files >= 2);
    for (const std::string& document : documents) {
        CAPTURE(document);
        CHECK(document.find("'my checks/build/run-it' replay op1-") != std::string::npos);
        CHECK(document.find("onceproof replay") == std::string::npos);
    }
    const std::string page = plain_matrix(record);
    CAPTURE(page);
    CHECK(page.find("my checks/build/run-it") != std::string::npos);
    CHECK(page.find("onceproof replay") == std::string::npos);
}

}  // namespace
}  // namespace onceproof::reports
