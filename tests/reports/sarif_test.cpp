#include "reports/sarif.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "tests/reports/example_failures.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

TEST_CASE("sarif: the example run gives this file", "[reports]") {
    check_golden("results.sarif", sarif(example_failures()));
}

TEST_CASE("sarif: one result per distinct failure and missed control", "[reports]") {
    const auto json = nlohmann::json::parse(sarif(example_failures()));
    const auto& run = json.at("runs").at(0);
    const auto& results = run.at("results");
    REQUIRE(results.size() == 3);
    CHECK(results[0].at("level") == "note");
    CHECK(results[0].at("suppressions")[0].at("kind") == "inSource");
    CHECK_FALSE(results[0].contains("codeFlows"));
    CHECK(results[1].at("level") == "error");
    const auto& place = results[1].at("locations")[0].at("physicalLocation");
    CHECK(place.at("artifactLocation").at("uri") == "scenarios/lease.toml");
    CHECK(place.at("region").at("startLine") == 31);
    const auto& flow = results[1].at("codeFlows")[0].at("threadFlows")[0].at("locations");
    CHECK(flow.size() == example_trace().steps.size());
    CHECK(flow[6].at("importance") == "essential");
    CHECK(results[2].at("ruleId") == "control_missed");
    for (const auto& result : results) {
        const std::size_t index = result.at("ruleIndex");
        CHECK(run.at("tool").at("driver").at("rules").at(index).at("id") == result.at("ruleId"));
    }
}

TEST_CASE("sarif: a thousand failing cells of one failure are one result", "[reports]") {
    RunRecord record;
    const RunRecord example = example_failures();
    for (int i = 0; i < 1000; ++i) {
        CellResult cell = example.cells[4];
        cell.scenario = fmt::format("s{}", i % 50);
        record.cells.push_back(cell);
    }
    const auto json = nlohmann::json::parse(sarif(record));
    CHECK(json.at("runs")[0].at("results").size() == 1);
    CHECK(json.at("runs")[0].at("results")[0].at("properties").at("cells") == 1000);
}

TEST_CASE("sarif: hostile texts stay texts", "[reports]") {
    const std::string text = sarif(hostile_record());
    CHECK_FALSE(commands_a_terminal(text));
    const auto json = nlohmann::json::parse(text);
    const auto& results = json.at("runs")[0].at("results");
    REQUIRE(results.size() == 1);
    const std::string uri =
        results[0].at("locations")[0].at("physicalLocation").at("artifactLocation").at("uri");
    CHECK(uri.starts_with("scenarios/%3Cscript%3E"));
}

}  // namespace
}  // namespace onceproof::reports
